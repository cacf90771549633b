/** What wrangler.jsonc binds, as far as JavaScript uses it. */
export interface Env {
  /** The site's public address, if it is not the one of the request. */
  ORIGIN?: string;
  /** The deployment's keyring, if it is not the site's own. */
  KEYRING?: string;
  ASSETS: { fetch(input: URL | Request, init?: RequestInit): Promise<Response> };
}

/** The context of one request. */
export interface Context {
  waitUntil(promise: Promise<unknown>): void;
}
