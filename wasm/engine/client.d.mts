import type { AuditView, AuditViewRequest, Operations, Platform, Table, TableDrawRequest, TableDraws, TableRanks, TableRanksRequest, TableRequest, TableStep, TableView, TableViewRequest } from "./engine.js";

/** Starts the engine in a Worker of its own: that of host.mjs, of another URL, or the one a function makes. */
export function startEngine(source?: WorkerSource, options?: ClientOptions): Client;

/** The address of a Worker's module, or a function that makes the Worker. */
export type WorkerSource = string | Platform<"URL", { href: string }> | (() => Platform<"Worker", object>);

export interface ClientOptions {
  /** Called about every 100 ms while the Worker fetches the engine, as the onProgress of loadEngine is. */
  onProgress?: (received: number, total: number | undefined) => void;
}

/** The engine for pages. After a crash the next call starts it again. */
export interface Client {
  /** Resolves when the engine answers, and rejects if it cannot be loaded. */
  readonly ready: Promise<{ version: string; ms: number }>;
  /** Runs an operation. Aborting drops the answer, not the work. A request in UTF-8 may be handed over instead of copied. */
  call<N extends keyof Operations>(name: N, request: Operations[N]["request"] | string | Uint8Array, options?: { signal?: Platform<"AbortSignal", { aborted: boolean }>; transfer?: ArrayBuffer[] }): Promise<Operations[N]["response"]>;
  /** Loads a table into the Worker, as engine.table does. Once it is released, or after a crash, a step rejects with the code "expired". The first request to the view of an audit need not wait for that. */
  table(request: TableRequest | string, columns?: (Float64Array | Uint8Array)[], first?: AuditViewRequest): Promise<ClientTable>;
  /** Ends the Worker. Calls that wait are rejected, and so are later ones. */
  close(): void;
}

export interface ClientTable {
  readonly rows: number;
  readonly dimensions: Table["dimensions"];
  /** The answer to the first request, if there was one. */
  readonly first?: Promise<AuditView>;
  /** Ranks the rows under these weights, in basis points. */
  step(weights: Int32Array, texts?: { from?: number; count?: number }): Promise<TableStep>;
  /** Explains the ranking of a table that came as a text. */
  view(request: TableViewRequest): Promise<TableView>;
  /** Draws so many random weightings more, and answers as explain.sure does by those drawn so far. */
  view(request: TableDrawRequest): Promise<TableDraws>;
  /** Draws so many random weightings more, and answers as explain.ranks does by those drawn so far. */
  view(request: TableRanksRequest): Promise<TableRanks>;
  /** Audits so many submissions more, of a challenge that is audited in parts. */
  view(request: AuditViewRequest): Promise<AuditView>;
  release(): void;
}
