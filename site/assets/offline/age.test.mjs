// The words for an age, at and around each change of unit.

import assert from "node:assert/strict";
import test from "node:test";
import { ago } from "./age.mjs";

const now = Date.parse("2026-03-29T00:30:00Z"); // an hour of which is missing in much of Europe: a day stays 24 hours

test("an age in words", () => {
  for (const [since, words] of /** @type {const} */ ([
    ["2026-03-21T00:30:00Z", "8 days ago"],
    ["2026-03-21T00:30:00.001Z", "7 days ago"],
    ["2026-03-28T00:30:00Z", "1 day ago"],
    ["2026-03-28T00:30:01Z", "23 hours ago"],
    ["2026-03-28T23:30:00Z", "1 hour ago"],
    ["2026-03-28T23:30:01Z", "59 minutes ago"],
    ["2026-03-29T00:29:00Z", "1 minute ago"],
    ["2026-03-29T00:29:01Z", "less than a minute ago"],
    ["2026-03-30T00:00:00Z", "less than a minute ago"], // the clock was put back
    ["2024-03-29T00:30:00Z", "730 days ago"],
  ])) assert.equal(ago(Date.parse(since), now), words, since);
});
