/** What wrangler.jsonc binds, as far as JavaScript uses it. */
export interface Env {
  ASSETS: { fetch(input: URL | Request, init?: RequestInit): Promise<Response> };
}

/** The context of one request. */
export interface Context {
  waitUntil(promise: Promise<unknown>): void;
}
