// Signs a score record.
//
//   node issue.mjs flat key.pem < record.json > proof.json
//   node issue.mjs record-1 key.pem < record.json > proof.json
//
// key.pem is a private key as "openssl genpkey -algorithm ed25519" makes it.

import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto";
import { readFileSync } from "node:fs";

/** Signs the line tallyproof-score/1 and the record without its signature. */
function signFlat(record, key) {
  record.version = "tallyproof-score/1";
  record.evaluator_pubkey = publicKey(key).toString("hex");
  delete record.evaluator_signature;
  const signed = Buffer.from("tallyproof-score/1\n" + canonical(record));
  record.evaluator_signature = sign(null, signed, key).toString("hex");
}

/**
 * Signs SHA-256 of the proof without its value and SHA-256 of the record
 * without its proof (W3C eddsa-jcs-2022).
 */
function signRecord(record, key, now) {
  delete record.proof;
  const name = "z" + base58(Buffer.concat([Buffer.from([0xed, 0x01]), publicKey(key)]));
  const proof = {
    type: "DataIntegrityProof",
    cryptosuite: "eddsa-jcs-2022",
    created: now.toISOString().slice(0, 19) + "Z",
    verificationMethod: `did:key:${name}#${name}`,
    proofPurpose: "assertionMethod",
  };
  const signed = Buffer.concat([sha256(canonical(proof)), sha256(canonical(record))]);
  proof.proofValue = "z" + base58(sign(null, signed, key));
  record.proof = proof;
}

const publicKey = (key) => Buffer.from(createPublicKey(key).export({ format: "jwk" }).x, "base64url");

const sha256 = (text) => createHash("sha256").update(text).digest();

/** A value as RFC 8785 writes it: no spaces, and members in the order of their UTF-16. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

/** Data as a number in the base 58, with a 1 for each zero byte that it begins with. */
function base58(data) {
  const digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
  let text = "";
  for (let n = BigInt("0x" + data.toString("hex")); n > 0n; n /= 58n) text = digits[Number(n % 58n)] + text;
  return "1".repeat([...data, 1].findIndex((byte) => byte !== 0)) + text;
}

const [form, file, ...more] = process.argv.slice(2);
if (!["flat", "record-1"].includes(form) || !file || more.length > 0) {
  console.error("usage: node issue.mjs flat|record-1 key.pem < record.json");
  process.exit(2);
}
const key = createPrivateKey(readFileSync(file));
if (key.asymmetricKeyType !== "ed25519") throw new Error("key: not an Ed25519 key");
const record = JSON.parse(readFileSync(0, "utf8"));
if (form === "flat") signFlat(record, key);
else signRecord(record, key, new Date());
console.log(canonical(record));
