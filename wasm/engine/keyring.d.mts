/** A keyring, as the member keys of proof.verify takes it. */
export interface Keyring {
  keys: {
    /** The key in any spelling: hexadecimal, base64, PEM, did:key, an SSH line, or a JWK. */
    public_key: string | Record<string, unknown>;
    /** A name for the key, which proofs may name. */
    id?: string;
    /** Whose key it is. */
    owner?: string;
    /** The arena for which it signs: a record of another one is qualified. */
    arena?: string;
    /** The address where its owner published it. */
    source?: string;
    /** RFC 3339 times from which it is valid, and from which it no longer is. */
    valid_from?: string;
    valid_to?: string;
    status?: "active" | "revoked";
    /** Namespaces of the SSH signatures that it may make; any if absent. */
    namespaces?: string[];
    /** Payload types of the DSSE envelopes that it may sign; any if absent. */
    payload_types?: string[];
  }[];
}

/**
 * A keyring for examples. It trusts one key, which signed the worked examples of this package
 * and of the site, for the arena "demo". No arena's own key is in it: give the keys of the
 * arena whose proofs you check, from a place that the arena says is its own.
 */
export const defaultKeyring: Keyring;
