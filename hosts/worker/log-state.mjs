// What the transparency log signed last, kept apart from D1: an older copy of the database
// that is restored does not bring an older state back. Cloudflare runs one LogState for the
// whole deployment, so that nobody writes between a comparison and its replacement.

/** @typedef {{ get(key: string): Promise<string | undefined>, put(key: string, value: string): Promise<void> }} Storage */

const KEY = "signed";

export class LogState {
  /** @param {{ storage: Storage }} state */
  constructor(state) {
    this.storage = state.storage;
  }

  /**
   * Answers with the text that is kept. If the request names an old and a new one, the new
   * one is kept from now on if the old one was until now.
   * @param {Request} request
   */
  async fetch(request) {
    const { old, next } = await request.json();
    // From here on, the runtime delivers no other request while the storage is at work.
    const now = (await this.storage.get(KEY)) ?? "";
    if (next === undefined || now !== old) return new Response(now);
    await this.storage.put(KEY, next); // the answer waits until it is on disk
    return new Response(next);
  }
}
