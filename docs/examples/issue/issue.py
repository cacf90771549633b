"""Signs a score record.

    python3 issue.py flat key.pem < record.json > proof.json
    python3 issue.py record-1 key.pem < record.json > proof.json

key.pem is a private key as "openssl genpkey -algorithm ed25519" makes it.
Needs https://pypi.org/project/cryptography/.
"""

import datetime
import hashlib
import json
import sys

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key


def sign_flat(record, key):
    """Signs the line tallyproof-score/1 and the record without its signature."""
    record["version"] = "tallyproof-score/1"
    record["evaluator_pubkey"] = public_key(key).hex()
    record.pop("evaluator_signature", None)
    signed = b"tallyproof-score/1\n" + canonical(record).encode()
    record["evaluator_signature"] = key.sign(signed).hex()


def sign_record(record, key, now):
    """Signs SHA-256 of the proof without its value and SHA-256 of the record
    without its proof (W3C eddsa-jcs-2022)."""
    record.pop("proof", None)
    name = "z" + base58(b"\xed\x01" + public_key(key))
    proof = {
        "type": "DataIntegrityProof",
        "cryptosuite": "eddsa-jcs-2022",
        "created": now.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "verificationMethod": f"did:key:{name}#{name}",
        "proofPurpose": "assertionMethod",
    }
    signed = sha256(canonical(proof)) + sha256(canonical(record))
    proof["proofValue"] = "z" + base58(key.sign(signed))
    record["proof"] = proof


def public_key(key):
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def sha256(text):
    return hashlib.sha256(text.encode()).digest()


def canonical(value):
    """A value as RFC 8785 writes it: no spaces, and members in the order of
    their UTF-16."""
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(canonical(n) + ":" + canonical(value[n]) for n in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return number(value)
    return json.dumps(value, ensure_ascii=False)


def number(x):
    """A number as JavaScript writes it, where Python does not write it otherwise."""
    if x != 0 and not 1e-4 <= abs(x) < 2**53:
        raise ValueError(f"the number {x}: want one of at least 0.0001 and less than 2^53")
    return repr(int(x) if x == int(x) else x)


def base58(data):
    """Data as a number in the base 58, with a 1 for each zero byte that it begins
    with."""
    digits = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
    number, text = int.from_bytes(data, "big"), ""
    while number:
        number, digit = divmod(number, 58)
        text = digits[digit] + text
    return "1" * (len(data) - len(data.lstrip(b"\0"))) + text


def main():
    if len(sys.argv) != 3 or sys.argv[1] not in ("flat", "record-1"):
        sys.exit("usage: issue.py flat|record-1 key.pem < record.json")
    with open(sys.argv[2], "rb") as file:
        key = load_pem_private_key(file.read(), password=None)
    if not isinstance(key, Ed25519PrivateKey):
        sys.exit("key: not an Ed25519 key")
    record = json.loads(sys.stdin.buffer.read())
    if sys.argv[1] == "flat":
        sign_flat(record, key)
    else:
        sign_record(record, key, datetime.datetime.now(datetime.timezone.utc))
    sys.stdout.buffer.write(canonical(record).encode() + b"\n")


main()
