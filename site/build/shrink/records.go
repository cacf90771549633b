package shrink

const mostRecord = 64 // bytes at the beginning of a record in which numbers are looked for

// takeRecords finds lists of records whose lengths differ: a column (columns.go) says
// where each begins, and the first begins where the column ends. Go's linker writes one
// with a record for each function. A number that hardly ever falls from one record to
// the next is replaced by its difference, as those of a column are. To restore them the
// places have to be there, so what says the places is a column of its own later.
func takeRecords(memory segment) (columns []column) {
	m := words{data: memory.data}
	for _, stride := range strides {
		for at := int(-memory.at & 3); at < len(m.data); at += 4 {
			places := m.index(at, stride)
			for word := 0; word < m.shortest(places); word += 4 {
				if m.mostlyRises(places, word) {
					m.differenceAt(places, word)
					behind := memory.at + int64(places[0]+word) - int64(m.at(at))
					columns = append(columns, column{memory.at + int64(at), int64(stride), int64(len(places)), behind})
				}
			}
		}
	}
	return columns
}

// index are the places of records, if the numbers from a place on, at equal distances,
// say how many bytes behind the beginning of their table each of them is: the first less
// than a row behind the last of these numbers.
func (w words) index(place, stride int) (places []int) {
	for table := max(place-stride+4, 0); w.has(place) && table <= place; table += 4 {
		first := table + int(w.at(place))
		rows := (first - place) / stride // whole ones
		if rows < leastCount || !w.has(first) {
			continue
		}
		places = append(places[:0], first)
		for at := place + stride; at+4 <= first; at += stride {
			next := table + int(w.at(at))
			if rise := next - places[len(places)-1]; rise < 4 || rise > mostRise || !w.has(next) {
				break
			}
			places = append(places, next)
		}
		if len(places) >= rows {
			return places
		}
	}
	return nil
}

// shortest is how many bytes of each record are numbers of its own.
func (w words) shortest(places []int) int {
	if len(places) == 0 {
		return 0
	}
	least := min(mostRecord, len(w.data)-places[len(places)-1])
	for i := 1; i < len(places); i++ {
		least = min(least, places[i]-places[i-1])
	}
	return least &^ 3
}

// mostlyRises reports whether the number at a place of each record rises more than
// four times as often as it falls.
func (w words) mostlyRises(places []int, word int) bool {
	rises, falls := 0, 0
	for i := 1; i < len(places); i++ {
		switch x, before := w.at(places[i]+word), w.at(places[i-1]+word); {
		case x > before:
			rises++
		case x < before:
			falls++
		}
	}
	return rises > 4*falls
}

// differenceAt replaces the number at a place of each record by its difference from
// that of the record before.
func (w words) differenceAt(places []int, word int) {
	for i := len(places) - 1; i > 0; i-- {
		at := places[i] + word
		w.put(at, w.at(at)-w.at(places[i-1]+word))
	}
}
