//go:build race

package web_test

const raced = true // everything takes ten times as long
