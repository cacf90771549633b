// The commands that /verify/ offers to copy, run as a shell runs them: they say
// of a proof what the engine answers.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { commandFor } from "../../site/assets/verify/shell-commands.mjs";
import { load, published, root } from "./support/published.mjs";

const engine = await (await load(published, "engine")).loadEngine();
const page = readFileSync(join(published, "..", "verify", "index.html"), "utf8");

const file = (/** @type {string} */ name) => readFileSync(join(root, "testdata/vectors/proofs/formats", name), "utf8");
const nova = readFileSync(join(root, "site/demo/flat/nova.json"), "utf8");
const record = file("record.json");
const credential = file("vc-eddsa-jcs-2022.json");
const other = (/** @type {string} */ text) => text.replace('"score": 85.5', '"score": 95.5');
const key = { keys: [{ id: "runner-1", owner: "airena-runner-1", public_key: file("pubkey.hex").trim() }] };

/** The page's command of that kind with these texts in its places. @param {string} kind @param {Record<string, string>} texts */
function commandOf(kind, texts) {
  const [, template = ""] = new RegExp(`<code id="?command-${kind}"?>([^]*?)</code>`).exec(page) ?? [];
  assert.ok(template, `the page has no command for ${kind}`);
  const filled = template.replace(/<span data-out="?command\/\w+\/(\w+)"?>[^<]*<\/span>/g, (_, name) => texts[name] ?? assert.fail(`no ${name}`));
  const named = filled.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code)).replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
  assert.doesNotMatch(named, /<span|&#|data-out/);
  return named;
}

/** Runs it in a folder of its own. @param {string} command */
function run(command) {
  const home = mkdtempSync(join(tmpdir(), "tallyproof-command-"));
  try {
    writeFileSync(join(home, "script.sh"), `${command}\n`);
    const done = spawnSync("sh", [join(home, "script.sh")], { cwd: home, env: { ...process.env, TMPDIR: home, HOME: home }, encoding: "utf8", timeout: 60_000 });
    assert.equal(done.error, undefined);
    return { status: done.status, said: done.stdout + done.stderr };
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** @type {Record<string, { text: string, signature?: string, candidates?: unknown, kind: string, holds: boolean, says: RegExp }>} */
const cases = {
  "flat": { text: nova, kind: "openssl", holds: true, says: /Signature Verified Successfully/ },
  "flat, tampered": { text: nova.replace("94.25", "95.25"), kind: "openssl", holds: false, says: /Verification Failure|Signature Verification/i },
  "Data Integrity": { text: credential, kind: "openssl", holds: true, says: /Verified Successfully/ },
  "Data Integrity, tampered": { text: other(credential), kind: "openssl", holds: false, says: /Fail/i },
  "JWS": { text: file("jws-compact.txt"), candidates: key, kind: "openssl", holds: true, says: /Verified Successfully/ },
  "DSSE": { text: file("dsse-intoto.json"), candidates: key, kind: "openssl", holds: true, says: /Verified Successfully/ },
  "note": { text: file("record.note"), candidates: key, kind: "openssl", holds: true, says: /Verified Successfully/ },
  "signify": { text: record, signature: file("record.json.signify"), candidates: file("signify.pub"), kind: "openssl", holds: true, says: /Verified Successfully/ },
  "ssh-keygen": { text: record, signature: file("record.json.sshsig"), kind: "ssh", holds: true, says: /Good ".+" signature for signer/ },
  "ssh-keygen, tampered": { text: other(record), signature: file("record.json.sshsig"), kind: "ssh", holds: false, says: /incorrect signature|Could not verify/i },
  "minisign": { text: record, signature: file("record.json.minisig"), candidates: file("minisign.pub"), kind: "minisign", holds: true, says: /Signature and comment signature verified/ },
  "minisign, tampered": { text: other(record), signature: file("record.json.minisig"), candidates: file("minisign.pub"), kind: "minisign", holds: false, says: /Signature verification failed/ },
  "minisign, its comment tampered": { text: record, signature: file("record.json.minisig").replace("\ntrusted comment: ", "\ntrusted comment: x"), candidates: file("minisign.pub"), kind: "minisign", holds: false, says: /Comment signature verification failed/ },
};

for (const [name, { text, signature, candidates, kind, holds, says }] of Object.entries(cases)) {
  test(`the command gives the same result as the verdict: ${name}`, () => {
    const answer = engine.call("proof.verify", { text, signature, candidates });
    assert.equal(answer.checks.some((/** @type {any} */ { id, status }) => id === "signature" && status === "pass"), holds);
    const commands = Object.entries(commandFor(answer, { text, signature }) ?? {});
    assert.deepEqual(commands.map(([kind]) => kind), [kind]);
    const { status, said } = run(commandOf(kind, commands[0]?.[1] ?? {}));
    assert.match(said, says);
    assert.equal(status === 0, holds, said);
  });
}
