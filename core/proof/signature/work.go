package signature

// Work is counted in checks of one signature that share their key's tables.
const (
	Alone     = 4    // a check that shares nothing
	Spelled   = 6    // one of bytes that are spelled for it
	Tables    = 256  // the tables of a search with one key
	SizedWork = 1024 // so many signed bytes cost one more
)
