// Published test vectors as testdata has them, for engines on any host.

import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../../testdata/vectors/proofs/", import.meta.url));
/** @param {string[]} path @returns {any} */
const json = (...path) => JSON.parse(readFileSync(join(folder, ...path), "utf8"));
/** @param {string} hex */
const base64 = (hex) => Buffer.from(hex, "hex").toString("base64");

/** The recorded answers: a string of 0 and 1 for each rule and implementation. @type {Record<string, string>} */
export const recorded = json("acceptance-matrix.json").accept;

/** Wycheproof's, CCTV's and speccheck's signatures, in the order of the recorded answers. */
export const signatures = [
  ...json("wycheproof", "ed25519_test.json").testGroups.flatMap((/** @type {any} */ g) => g.tests.map((/** @type {any} */ c) => ({ public_key: base64(g.publicKey.pk), message: base64(c.msg), signature: base64(c.sig) }))),
  ...json("cctv", "ed25519vectors.json").map((/** @type {any} */ c) => ({ public_key: base64(c.key), message: Buffer.from(c.msg).toString("base64"), signature: base64(c.sig) })),
  ...json("speccheck", "cases.json").map((/** @type {any} */ c) => ({ public_key: base64(c.pub_key), message: base64(c.message), signature: base64(c.signature) })),
];
if (signatures.length !== 1077 || recorded.strict?.length !== 1077 || recorded.zip215?.length !== 1077) throw new Error(`${signatures.length} signatures: want 1077`);

/** Texts in base64 and their canonical form; null: to be refused. @type {{ name: string, data: string, want: string | null }[]} */
export const texts = [
  ...readdirSync(join(folder, "jcs/input")).map((name) => ({
    name,
    data: readFileSync(join(folder, "jcs/input", name)).toString("base64"),
    want: readFileSync(join(folder, "jcs/output", name), "utf8"),
  })),
  // Nesting of 1000 levels is accepted there; we stop at 64.
  ...json("jcs", "edge-cases.json").map((/** @type {any} */ c) => ({ name: c.Name, data: c.InputBase64, want: c.Reject || c.Name === "depth 1000" ? null : c.Expect })),
];
if (texts.length < 6 + 41) throw new Error(`${texts.length} texts: want 47`);

/**
 * Answers of an engine to all of it: digits and texts. It runs anywhere, so it
 * sees nothing but what it is given.
 * @param {any} engine @param {any[]} signatures @param {{ data: string }[]} texts
 */
export function answers(engine, signatures, texts) {
  const size = (/** @type {string} */ text) => atob(text).length;
  const said = signatures.map((one) => (size(one.public_key) === 32 && size(one.signature) === 64 ? engine.call("proof.ed25519", one) : {}));
  return {
    strict: said.map(({ strict }) => (strict ? "1" : "0")).join(""),
    zip215: said.map(({ zip215 }) => (zip215 ? "1" : "0")).join(""),
    canonical: texts.map(({ data }) => {
      try {
        return engine.call("proof.canonicalize", { data }).canonical;
      } catch (error) {
        if (/** @type {any} */ (error).code !== "invalid") throw error;
        return null;
      }
    }),
  };
}

/** The first numbers of es6testfile100m.txt, by the generator in its README.md. @param {number} most */
export function* numbers(most) {
  const readme = readFileSync(join(folder, "jcs/README.md"), "utf8");
  const [table = ""] = readme.split("staticF64s = ");
  const fixed = [...table.matchAll(/0x([0-9a-f]{16})n/g)].map(([, hex]) => BigInt(`0x${hex}`));
  for (let i = 0n; i < 2000n; i++) fixed.push(0x0010000000000000n + i);
  const view = new DataView(new ArrayBuffer(8));
  let block = Buffer.alloc(32);
  for (let queue = fixed, made = 0; made < most; ) {
    for (const bits of queue) {
      view.setBigUint64(0, bits);
      const value = view.getFloat64(0);
      if (queue !== fixed && (value === 0 || !Number.isFinite(value))) continue;
      if (made++ === most) return;
      yield { bits: bits.toString(16), value };
    }
    block = createHash("sha256").update(block).digest();
    queue = [0, 8, 16, 24].map((at) => block.readBigUInt64LE(at));
  }
}

/** SHA-256 of that file's first lines. @param {number} lines */
export function numbersHash(lines) {
  const readme = readFileSync(join(folder, "jcs/README.md"), "utf8");
  const hash = new RegExp(`\\| ([0-9a-f]{64}) \\| ${lines} `).exec(readme)?.[1];
  if (!hash) throw new Error(`README.md has no hash of ${lines} lines`);
  return hash;
}
