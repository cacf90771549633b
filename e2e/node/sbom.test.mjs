// The bill of materials of the built site against the program that built it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";

const { DIST = "", SITE_BIN = "" } = process.env;

/** @typedef {{ name: string, version: string, scope: string, purl: string, hashes?: { content: string }[] }} Component */

test("sbom.cdx.json has every module that the site's program links, with its checksum", () => {
  /** @type {{ components: Component[] }} */ const { components } = JSON.parse(readFileSync(join(DIST, "sbom.cdx.json"), "utf8"));
  const version = execFileSync("go", ["version", "-m", SITE_BIN], { encoding: "utf8" });
  const linked = [...version.matchAll(/^\tdep\t(\S+)\t(\S+)\th1:(\S+)$/gm)].map(([, name = "", version = "", sum = ""]) => ({
    purl: `pkg:golang/${name}@${version}`,
    content: Buffer.from(sum, "base64").toString("hex"),
  }));
  assert.ok(linked.length >= 8, `go version -m names ${linked.length} modules`);
  for (const { purl, content } of linked) {
    const [found] = components.filter((component) => component.purl === purl);
    assert.ok(found, `${purl} is missing`);
    assert.equal(found.scope, "required", purl);
    assert.equal(found.hashes?.[0]?.content, content, purl);
  }
  const [, go] = /: (go\S+)/.exec(version) ?? [];
  assert.equal(components.find(({ name }) => name === "std")?.version, go);
});
