import assert from "node:assert/strict";
import test from "node:test";
import { isRulebook, whole } from "./rules.mjs";

test("a value without the shape of a rulebook is none", () => {
  assert.deepEqual([{}, { dimensions: [{}], rating: { k: [{}], bonuses: [{ needs: [] }] } }].map(isRulebook), [true, true]);
  const wrong = [null, undefined, 7, "airena", [1], { rating: null }, { dimensions: 5 }, { dimensions: [null] }, { titles: { a: 1 } }, { rating: { k: 7 } }, { rating: { bonuses: [{ needs: 1 }] } }, { tiers: ["x"] }];
  assert.deepEqual(wrong.filter(isRulebook), []);
});

test("what the form does not show stays with the rules that brought it", () => {
  const base = { dimensions: [{ key: "a", label: "Old", decay: 2 }], badges: [{ id: "b" }], rating: { scheme: "solo", k: [{ from: 0, k: 20 }], draw: "odd" } };
  const rules = whole({ name: "Mine", composite: { rounding: "parts" }, dimensions: [{ key: "a", label: "A" }, { label: "New one" }], rating: { scheme: "solo", k: [{ from: 0, k: 40 }] } }, base);
  assert.deepEqual([rules.id, rules.badges, rules.rating.draw, rules.rating.k], ["mine", [{ id: "b" }], "odd", [{ from: 0, k: 40 }]]);
  assert.deepEqual(rules.dimensions, [{ key: "a", label: "A", decay: 2 }, { key: "new_one", label: "New one" }]);
});

test("a result has a name and a worth if they are its own", () => {
  const results = [{ id: "win", min: 70, name: "gold", worth: 1 }, { id: "draw", min: 40, name: "draw", worth: 0.3 }, { id: "loss", min: 0, name: "", worth: 0 }];
  assert.deepEqual(whole({ results }, {}, { win: 1, draw: 0.5, loss: 0 }).results, [{ id: "win", min: 70, name: "gold" }, { id: "draw", min: 40, worth: 0.3 }, { id: "loss", min: 0 }]);
});
