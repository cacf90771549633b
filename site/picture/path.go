package picture

import (
	"fmt"
	"strconv"
	"strings"
)

// polygons returns the pieces of a path's d: each begins with M or m and goes on in
// straight lines, and in curves of Q and T, which become straight lines.
func polygons(d string) (all [][][2]float64, err error) {
	p := path{rest: d}
	for p.next() {
		if err := p.step(); err != nil {
			return nil, fmt.Errorf("d %q: %w", d, err)
		}
	}
	return p.pieces, nil
}

// path is a path in reading.
type path struct {
	rest    string // what is not read yet
	command byte
	at      [2]float64
	bend    [2]float64 // the last control point of a curve
	pieces  [][][2]float64
}

// next finds the next command; numbers without one repeat the last.
func (p *path) next() bool {
	p.rest = strings.TrimLeft(p.rest, " ,")
	if p.rest == "" {
		return false
	}
	if c := p.rest[0]; strings.IndexByte("0123456789-.", c) < 0 {
		p.command, p.rest = c, p.rest[1:]
	}
	return true
}

func (p *path) step() error {
	switch p.command {
	case 'Z', 'z':
		if len(p.pieces) == 0 {
			return fmt.Errorf("want M before %q", p.command)
		}
		piece := p.pieces[len(p.pieces)-1]
		p.pieces[len(p.pieces)-1] = append(piece, piece[0])
		p.at = piece[0]
		return nil
	case 'M', 'm', 'L', 'l':
		return p.point()
	case 'H', 'h', 'V', 'v':
		return p.straight()
	case 'Q', 'q', 'T', 't':
		return p.curve()
	}
	return fmt.Errorf("the command %q is not drawn here", p.command)
}

// straight goes along one axis.
func (p *path) straight() error {
	x, err := p.number()
	if err != nil {
		return err
	}
	axis := 0
	if p.command == 'V' || p.command == 'v' {
		axis = 1
	}
	if p.command == 'h' || p.command == 'v' {
		x += p.at[axis]
	}
	p.at[axis] = x
	p.extend(false)
	return nil
}

// point reads a point and goes there.
func (p *path) point() error {
	x, err := p.number()
	if err != nil {
		return err
	}
	y, err := p.number()
	if err != nil {
		return err
	}
	if p.command == 'm' || p.command == 'l' {
		x, y = p.at[0]+x, p.at[1]+y
	}
	p.at = [2]float64{x, y}
	p.extend(p.command == 'M' || p.command == 'm')
	switch p.command { // what follows M without a command is a line
	case 'M':
		p.command = 'L'
	case 'm':
		p.command = 'l'
	}
	return nil
}

// bends is the number of straight lines for a curve: curves of badges are small.
const bends = 8

// curve goes along a quadratic curve. That of T mirrors the bend of the one before.
func (p *path) curve() error {
	from, smooth := p.at, p.command == 'T' || p.command == 't'
	n := make([]float64, 4)
	for i := range n {
		if smooth && i < 2 {
			n[i] = 2*from[i] - p.bend[i]
			continue
		}
		x, err := p.number()
		if err != nil {
			return err
		}
		if n[i] = x; p.command == 'q' || p.command == 't' {
			n[i] += from[i%2]
		}
	}
	p.bend = [2]float64{n[0], n[1]}
	to := [2]float64{n[2], n[3]}
	for i := 1; i <= bends; i++ {
		share := float64(i) / bends
		p.at = between(between(from, p.bend, share), between(p.bend, to, share), share)
		p.extend(false)
	}
	return nil
}

// extend adds the place to the last piece, or begins a new one.
func (p *path) extend(begin bool) {
	if begin || len(p.pieces) == 0 {
		p.pieces = append(p.pieces, nil)
	}
	last := len(p.pieces) - 1
	p.pieces[last] = append(p.pieces[last], p.at)
}

func (p *path) number() (float64, error) {
	p.rest = strings.TrimLeft(p.rest, " ,")
	end := 0
	for end < len(p.rest) && (p.rest[end] >= '0' && p.rest[end] <= '9' || p.rest[end] == '.' &&
		!strings.Contains(p.rest[:end], ".") || p.rest[end] == '-' && end == 0) {
		end++
	}
	x, err := strconv.ParseFloat(p.rest[:end], 64)
	if err != nil {
		return 0, fmt.Errorf("want a number at %q", p.rest)
	}
	p.rest = p.rest[end:]
	return x, nil
}
