//go:build !carried

package carried

var archive string // of no site
