package typescript

import (
	"bytes"
	"flag"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/op"
)

var update = flag.Bool("update", false, "rewrite wasm/engine/engine.d.ts")

func TestCommittedFile(t *testing.T) {
	const path = "../../../wasm/engine/engine.d.ts"
	want := Generate(engine.Catalogue)
	if *update {
		if err := os.WriteFile(path, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, want) {
		t.Errorf("%s is not what the catalogue says: run go test ./site/contract/typescript -update", path)
	}
}

func TestNoOperations(t *testing.T) {
	if have := string(Generate(nil)); !strings.HasPrefix(have, "// Code generated ") || !strings.Contains(have, "export interface Operations {\n}\n") {
		t.Errorf("want a header and an empty index:\n%s", have)
	}
}

// Types of the operations under test.
type (
	plainRequest struct {
		Name   string             `json:"name" doc:"Ends a comment */ early."`
		Rating float64            `json:"rating" op:"min=0 max=1.5" doc:"In points."`
		Count  int                `json:"count,omitempty" op:"min=1"`
		Five   []float64          `json:"five" op:"min=5 max=5; min=0 max=20" doc:"Scores."`
		Mode   string             `json:"mode" op:"enum=win|no-show"`
		Modes  []string           `json:"modes" op:"; enum=a|b"`
		ByKey  map[string]float64 `json:"by_key"`
		Any    op.Raw             `json:"any"`
		Flag   *bool              `json:"flag,omitempty"`
		Odd    string             `json:"odd-name"`
		Ref    ref                `json:"ref"`
		Refs   []ref              `json:"refs"`
		Inline struct {
			A string `json:"a"`
			B *int   `json:"b,omitempty"`
		} `json:"inline"`
		Hidden bool `json:"-"`
	}
	tree struct {
		Children []tree          `json:"children"`
		ByName   map[string]tree `json:"by_name"`
		Alias    *branch         `json:"alias,omitempty"`
	}
	branch      struct{ shape any }
	page[T any] struct {
		Items []T `json:"items"`
	}
	ref   struct{ shape any }
	Error struct {
		Why string `json:"why"`
	}
	nothing struct{}
)

var _, _ op.OneOf = (*ref)(nil), (*branch)(nil)

func (*ref) OpShapes() []any       { return []any{new(string), new(float64), new(int), new(tree)} }
func (r *ref) OpTake(shape any)    { r.shape = shape }
func (r ref) OpShape() any         { return r.shape }
func (*branch) OpShapes() []any    { return []any{new(bool), new(tree), new([]branch)} }
func (b *branch) OpTake(shape any) { b.shape = shape }
func (b branch) OpShape() any      { return b.shape }

func define[Req, Res any](name string) op.Op {
	return op.Define(name, "Does "+name+".", func(Req) (res Res, err error) { return res, nil })
}

func TestTypes(t *testing.T) {
	have := string(Generate([]op.Op{
		define[plainRequest, tree]("plain.one"),
		define[nothing, []string]("plain.two"),
		define[page[tree], page[Error]]("other.pages"),
		define[struct{}, map[string]Error]("other.anonymous"),
	}))
	_, have, _ = strings.Cut(have, "/** Request and response")
	_, have, _ = strings.Cut(have, "\n")
	if have != wantTypes {
		t.Errorf("have:\n%s\nwant:\n%s", have, wantTypes)
	}
}

const wantTypes = `export interface Operations {
  /** Does plain.one. */
  "plain.one": { request: PlainOneRequest; response: PlainOneResponse };
  /** Does plain.two. */
  "plain.two": { request: PlainTwoRequest; response: PlainTwoResponse };
  /** Does other.pages. */
  "other.pages": { request: OtherPagesRequest; response: OtherPagesResponse };
  /** Does other.anonymous. */
  "other.anonymous": { request: OtherAnonymousRequest; response: OtherAnonymousResponse };
}

export interface PlainOneRequest {
  /** Ends a comment * / early. */
  name: string;
  /** In points. 0 to 1.5. */
  rating: number;
  /** A whole number, at least 1. */
  count?: number;
  /** Scores. 5 items. */
  five: number[];
  mode: "win" | "no-show";
  modes: ("a" | "b")[];
  by_key: Record<string, number>;
  any: unknown;
  flag?: boolean;
  "odd-name": string;
  ref: Ref;
  refs: Ref[];
  inline: { a: string; b?: number };
}

export type Ref = string | number | Tree;

export interface Tree {
  children: Tree[];
  by_name: Record<string, Tree>;
  alias?: Branch;
}

export type Branch = boolean | Tree | Branch[];

export type PlainOneResponse = Tree;

export type PlainTwoRequest = Nothing;

export type Nothing = Record<string, never>;

export type PlainTwoResponse = string[];

export type OtherPagesRequest = PageTree;

export interface PageTree {
  items: Tree[];
}

export type OtherPagesResponse = PageError;

export interface PageError {
  items: OtherError[];
}

export interface OtherError {
  why: string;
}

export type OtherAnonymousRequest = Record<string, never>;

export type OtherAnonymousResponse = Record<string, OtherError>;
`

func TestDeterministic(t *testing.T) {
	ops := []op.Op{define[plainRequest, tree]("plain.one"), define[page[tree], page[Error]]("other.pages")}
	first := Generate(ops)
	for range 20 {
		if !bytes.Equal(first, Generate(ops)) {
			t.Fatal("two runs differ")
		}
	}
}

// TestPreambleNamesAreTaken finds no name twice in engine.d.ts: TypeScript would
// join the two.
func TestPreambleNamesAreTaken(t *testing.T) {
	declared := regexp.MustCompile(`(?m)^export (?:declare )?(?:interface|type|class|function|const) (\w+)`)
	found := map[string]bool{}
	for _, match := range declared.FindAllStringSubmatch(string(Generate(engine.Catalogue)), -1) {
		name := match[1]
		if found[name] {
			t.Errorf("%s is declared twice: add it to the reserved names of site/contract/names", name)
		}
		found[name] = true
	}
	for _, name := range []string{"Table", "Engine", "ScoreRankRequest"} {
		if !found[name] {
			t.Errorf("%s is not declared", name)
		}
	}
}
