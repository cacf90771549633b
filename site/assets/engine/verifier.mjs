// The verifier, which has the operations of proofs, keys and badges alone.

import { startVerifier } from "../../../wasm/engine/verifier-client.mjs";
import { Program } from "./program.mjs";

export const verifier = new Program("verifier", startVerifier);
