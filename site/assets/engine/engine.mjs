// The engine, with all operations.

import { startEngine } from "../../../wasm/engine/client.mjs";
import { Program } from "./program.mjs";

export const engine = new Program("engine", startEngine);
