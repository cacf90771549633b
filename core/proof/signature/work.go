package signature

// Work is counted in checks of one signature that share their key's tables.
const (
	Alone     = 4    // a check that shares nothing
	SizedWork = 1024 // so many signed bytes cost one more
)
