import type { Client, ClientOptions, WorkerSource } from "./client.mjs";
import type { Engine, Operations, Options, Source } from "./engine.js";

export { EngineError } from "./engine.js";

/** The operations of the verifier, which are the engine's. */
export type VerifierOperation = Exclude<Extract<keyof Operations, `proof.${string}` | "badge.render">, "proof.pack">;

/** The verifier: the engine without its other operations, its tables and its HTTP API. */
export interface Verifier extends Pick<Engine, "version" | "callJSON" | "callBytes"> {
  /** Names of the operations, in the order of the documentation. */
  readonly operations: readonly VerifierOperation[];
  /**
   * Runs an operation. A member that is undefined counts as left out.
   * @throws {EngineError} if the request is refused
   */
  call<N extends VerifierOperation>(name: N, request: Operations[N]["request"]): Operations[N]["response"];
}

/** Loads the verifier, by default from verifier.wasm beside verifier.mjs, as loadEngine does the engine. */
export function loadVerifier(source?: Source | Promise<Source>, options?: Options): Promise<Verifier>;

/**
 * Starts the verifier in a Worker of its own: that of verifier-host.mjs, of another URL, or the one a
 * function makes. It has the operations proof.* and badge.render, and no tables; another
 * operation is refused with the code "unknown-operation".
 */
export function startVerifier(source?: WorkerSource, options?: ClientOptions): Client;
