import assert from "node:assert/strict";
import test from "node:test";
import { pieces, place } from "./pieces.mjs";

const SIGNED = 'v/1\n{"a":{"x":[1,2]},"b":"c,}\\"d","n":94.25}';

test("pieces are the whole text, one a member", () => {
  const all = pieces(SIGNED);
  assert.equal(all.map(({ text }) => text).join(""), SIGNED);
  assert.deepEqual(all.map(({ name, value }) => [name, value]), [["", ""], ["a", '{"x":[1,2]}'], ["b", '"c,}\\"d"'], ["n", "94.25"], ["", ""]]);
  for (const { at, text, value, valueAt } of all) {
    assert.equal(SIGNED.slice(at, at + text.length), text);
    if (value) assert.equal(SIGNED.slice(valueAt, valueAt + value.length), value);
  }
});

test("what is no object is one piece", () => {
  for (const text of ["", "a|b|c", '{"a":1', "[1]"]) assert.deepEqual(pieces(text).map(({ text }) => text), [text]);
});

test("a character is changed where the proof has it", () => {
  const proof = '{\n  "n": 94.25,\n  "b": "c,}\\"d",\n  "signature": "94.25"\n}';
  const at = SIGNED.indexOf("94.25");
  assert.equal(place(SIGNED, proof, at, at + 1, "8"), proof.replace("94.25", "84.25"));
  assert.equal(place(SIGNED, proof, at + 1, at + 2, ""), proof.replace("94.25", "9.25"));
  assert.equal(place(SIGNED, proof, SIGNED.indexOf('"b"') + 1, SIGNED.indexOf('"b"') + 2, "z"), proof.replace('"b"', '"z"'));
  assert.equal(place(SIGNED, proof, 0, 1, "w"), undefined, "the prefix is in no proof");
  assert.equal(place(SIGNED, '{"n": 94.250}', at, at + 1, "8"), undefined, "another spelling");
  assert.equal(place(SIGNED, `# ${SIGNED}`, at, at + 1, "8"), `# ${SIGNED.replace("94.25", "84.25")}`, "as it stands");
});

test("a payload in base64 is changed inside", () => {
  const payload = JSON.stringify({ score: 85.5, name: "a name that is long enough" });
  const base64 = btoa(payload), signed = `DSSEv1 4 json ${payload.length} ${payload}`;
  const at = signed.indexOf("85.5");
  assert.equal(place(signed, `{"payload":"${base64}"}`, at, at + 1, "9"), `{"payload":"${btoa(payload.replace("85.5", "95.5"))}"}`);
});
