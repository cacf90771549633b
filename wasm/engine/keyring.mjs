// The keys that the pages of Tallyproof count: site/keys/arena-keys.json.

/**
 * A keyring for examples. It trusts one key, which signed the worked examples of this package
 * and of the site, for the arena "demo". No arena's own key is in it: give the keys of the
 * arena whose proofs you check, from a place that the arena says is its own.
 */
export const defaultKeyring = {
  keys: [
    {
      id: "demo-2026-11",
      owner: "demo-evaluator-1",
      arena: "demo",
      public_key: "2464f135295b2f0d91e1d200a4ae34c1c484c4f1f17ac8ec8c538bd74ffba670",
      valid_from: "2026-11-03T00:00:00Z",
      status: "active",
    },
  ],
};
