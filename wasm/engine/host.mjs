// The engine inside a dedicated module Worker; client.mjs is the page's side.

import { serve } from "./serve.mjs";

serve(new URL("./engine.wasm", import.meta.url), /** @type {any} */ (globalThis).ENGINE_SIZE); // its bytes, written by the build
