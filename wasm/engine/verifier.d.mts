import type { Client, ClientOptions } from "./client.mjs";

/**
 * Starts the verifier in a Worker of its own: that of verifier-host.mjs, of another URL, or the one a
 * function makes. It has the operations proof.*, badge.render and explain.score, and no tables; another
 * operation is refused with the code "unknown-operation".
 */
export function startVerifier(source?: string | URL | (() => Worker), options?: ClientOptions): Client;
