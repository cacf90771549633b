package rating

// own reports whether the plan of the example is the reader's own.
func (v ForecastView) own() bool {
	for _, c := range v.Schedules {
		if c.Checked {
			return c.Value == ""
		}
	}
	return true
}
