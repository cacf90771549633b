// The verifier inside a dedicated module Worker; verifier-client.mjs is the page's side.

import { serve } from "./serve.mjs";

serve(new URL("./verifier.wasm", import.meta.url), /** @type {any} */ (globalThis).VERIFIER_SIZE); // its bytes, written by the build
