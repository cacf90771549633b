// `tallyproof verify` on 100,000 proofs under one key, beside what else verifies
// Ed25519 in a terminal: minisign, ssh-keygen, and Node's own cryptography.

import { execFileSync, spawn } from "node:child_process";
import { createPublicKey, verify } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { keyOf, proofOf, ringOf, submission } from "../browser/support/evaluator.mjs";
import { limited, noted } from "./table.mjs";

/** @param {boolean} quick */
export async function inTerminal(quick) {
  const count = quick ? 10_000 : 100_000;
  const folder = mkdtempSync(join(tmpdir(), "tallyproof-terminal-"));
  try {
    const key = keyOf(7);
    const lines = Array.from({ length: count }, (_, i) => JSON.stringify(proofOf(key, submission(i))));
    const at = (/** @type {string} */ name, /** @type {string} */ text) => (writeFileSync(join(folder, name), text), join(folder, name));
    const ring = at("keys.json", ringOf(key.spelled));
    const [few, all] = [at("few.jsonl", lines.slice(0, count / 10).join("\n")), at("all.jsonl", lines.join("\n"))];
    const runs = [];
    for (let i = 0; i < (quick ? 1 : 3); i++) runs.push(await checked(ring, all));
    const best = runs.reduce((a, b) => (b.seconds < a.seconds ? b : a));
    const rate = count / best.seconds;
    const shown = `${Math.round(rate).toLocaleString("en-US")} a second`;
    if (quick) noted(`${count.toLocaleString("en-US")} proofs in a terminal`, best.seconds, "s", shown);
    else {
      limited("100,000 proofs in a terminal", best.seconds, shown);
      limited("  memory for ten times as many", best.memory / (await checked(ring, few)).memory, `${Math.round(best.memory / 1e6)} MB`);
    }
    for (const [name, each] of Object.entries({ minisign: minisign(folder, quick), "ssh-keygen": sshKeygen(folder, quick), "Node's crypto, signatures alone": node(lines, key.spelled) })) {
      noted(`  a proof, against ${name}`, 1e6 / rate, "µs", { of: name, value: each });
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** How long the command takes for a file, and the most memory that it has. @param {string} ring @param {string} file */
async function checked(ring, file) {
  const since = performance.now();
  const command = spawn(process.env.SITE_BIN ?? "tallyproof", ["verify", "-quiet", "-keys", ring, file], { stdio: ["ignore", "inherit", "inherit"] });
  let memory = 0;
  const look = setInterval(() => {
    try {
      memory = Math.max(memory, 1024 * Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${command.pid}/status`, "utf8"))?.[1] ?? 0));
    } catch {} // it has ended
  }, 5);
  const status = await new Promise((resolve) => command.once("exit", resolve));
  clearInterval(look);
  if (status !== 0) throw new Error(`tallyproof verify ended with ${status}`);
  return { seconds: (performance.now() - since) / 1000, memory };
}

/** Microseconds of a program that is started for each signature. @param {boolean} quick @param {() => void} act */
function each(quick, act) {
  const times = quick ? 20 : 200;
  const since = performance.now();
  for (let i = 0; i < times; i++) act();
  return ((performance.now() - since) / times) * 1000;
}

/** @param {string} folder @param {boolean} quick */
function minisign(folder, quick) {
  const [secret, open, file] = ["m.key", "m.pub", "m.txt"].map((name) => join(folder, name));
  const run = (/** @type {(string | undefined)[]} */ ...args) => void execFileSync("minisign", args.map(String), { stdio: "ignore" });
  writeFileSync(String(file), "a score");
  run("-G", "-W", "-s", secret, "-p", open);
  run("-S", "-s", secret, "-m", file);
  return each(quick, () => run("-V", "-q", "-p", open, "-m", file));
}

/** @param {string} folder @param {boolean} quick */
function sshKeygen(folder, quick) {
  const [secret, file, allowed] = ["s.key", "s.txt", "s.allowed"].map((name) => join(folder, name));
  const run = (/** @type {string[]} */ args, /** @type {string} */ input) => void execFileSync("ssh-keygen", args, { input, stdio: ["pipe", "ignore", "ignore"] });
  writeFileSync(String(file), "a score");
  run(["-q", "-t", "ed25519", "-N", "", "-f", String(secret)], "");
  run(["-Y", "sign", "-n", "file", "-f", String(secret), String(file)], "");
  writeFileSync(String(allowed), `judge ${readFileSync(`${secret}.pub`, "utf8")}`);
  return each(quick, () => run(["-Y", "verify", "-f", String(allowed), "-I", "judge", "-n", "file", "-s", `${file}.sig`], "a score"));
}

/** Microseconds of a signature over a record's canonical form, which is made before. @param {string[]} lines @param {string} spelled */
function node(lines, spelled) {
  const der = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), Buffer.from(spelled, "hex")]); // RFC 8410
  const key = createPublicKey({ key: der, format: "der", type: "spki" });
  const signed = lines.slice(0, 10_000).map((line) => {
    const { evaluator_signature: signature, ...record } = JSON.parse(line);
    const canonical = JSON.stringify(Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))));
    return { message: Buffer.from(`tallyproof-score/1\n${canonical}`), signature: Buffer.from(signature, "hex") };
  });
  const since = performance.now();
  for (const { message, signature } of signed) if (!verify(null, message, key, signature)) throw new Error("Node refuses a signature of its own");
  return ((performance.now() - since) / signed.length) * 1000;
}
