// Checked, never run: npx tsc -p e2e/node
import { EngineError, loadEngine, type Engine, type Rulebook, type RulebookGetRequest } from "../../wasm/engine/engine.mjs";
import { startEngine } from "../../wasm/engine/client.mjs";
import { latest } from "../../wasm/engine/latest.mjs";

declare const bytes: Uint8Array<ArrayBuffer>;
declare const module: WebAssembly.Module;

const engine: Engine = await loadEngine();
await loadEngine("https://example.com/engine.wasm");
await loadEngine(new URL("file:///engine.wasm"));
await loadEngine(fetch("/engine.wasm"));
await loadEngine(module);
await loadEngine(bytes);
await loadEngine(bytes.buffer);

const version: string = engine.version;
const names: readonly string[] = engine.operations;
const request: RulebookGetRequest = { id: "airena" };
const rulebook: Rulebook = engine.call("rulebook.get", request);
const arithmetic: "exact" | "float64" = rulebook.arithmetic;
const maybe: string | undefined = rulebook.arena;
engine.call("rulebook.list", {}).rulebooks.map((r) => r.scale.toFixed(2));
engine.call("rulebook.check", { rulebook: { any: ["JSON", 1, null] } }).problems[0]?.field.startsWith("/");

// @ts-expect-error no such operation
engine.call("rulebook.nope", {});
// @ts-expect-error id is missing
engine.call("rulebook.get", {});
// @ts-expect-error id is text
engine.call("rulebook.get", { id: 7 });
// @ts-expect-error no such member
engine.call("rulebook.get", { id: "airena", di: 1 });
// @ts-expect-error the list takes nothing
engine.call("rulebook.list", { id: "airena" });
// @ts-expect-error no such member of the answer
engine.call("rulebook.list", {}).books;
// @ts-expect-error one of two words
rulebook.arithmetic === "decimal";
// @ts-expect-error may be missing
rulebook.rating.scale;
// @ts-expect-error read only
engine.version = "2";

const text: string = engine.callJSON("rulebook.get", '{"id":"airena"}');
const answer: Uint8Array = engine.callBytes("rulebook.get", bytes);
// @ts-expect-error objects go to call
engine.callJSON("rulebook.get", { id: "airena" });

try {
  engine.call("rulebook.get", { id: "?" });
} catch (error) {
  if (error instanceof EngineError) {
    const { code, field, message }: { code: string; field: string; message: string } = error;
    const known: boolean = error.code === "too-large";
    // @ts-expect-error no such code
    error.code === "nope";
    console.log(code, field, message, known);
  }
}

const page = startEngine();
const paged: Rulebook = await page.call("rulebook.get", { id: "airena" }, { signal: AbortSignal.timeout(100) });
const newest: Rulebook | undefined = await latest(page)("rulebook.get", { id: "airena" });
const ready: { version: string; ms: number } = await page.ready;
await page.call("rulebook.get", '{"id":"airena"}');
await page.call("rulebook.get", bytes);
// @ts-expect-error id is text
await page.call("rulebook.get", { id: 7 });
startEngine(() => new Worker("/host.mjs", { type: "module" })).close();
startEngine(new URL("https://example.com/host.mjs")).close();

console.log(version, names, arithmetic, maybe, text, answer, paged, newest, ready);
