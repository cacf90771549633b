// The published OpenAPI document and JSON Schema, read by other people's tools,
// and the published engine held to them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import { PARAMETERS } from "../../hosts/worker/cached.mjs";
import { load, published } from "./support/published.mjs";

const { loadEngine } = await load(published, "engine");
const engine = await loadEngine();
const site = join(published, "..");
const read = (path) => JSON.parse(readFileSync(join(site, path), "utf8"));
const api = read("api/openapi.json");

const ajv = new Ajv2020({ strict: true, allErrors: true });
// The document as a schema of its components: the same references lead to them.
ajv.addVocabulary(["openapi", "info", "jsonSchemaDialect", "servers", "paths", "components"]);
ajv.addSchema(api, "api");

/** Fails unless the value fits the schema at a JSON Pointer of the document. */
function fits(pointer, value, what) {
  const validate = ajv.getSchema(`api${pointer}`);
  assert.ok(validate, `there is no schema at ${pointer}`);
  assert.ok(validate(value), `${what}: ${ajv.errorsText(validate.errors)}`);
}

test("the document is OpenAPI 3.1", async () => {
  const result = await new Validator().validate(structuredClone(api));
  assert.deepEqual(result.errors ?? [], []);
  assert.equal(result.valid, true);
  assert.match(api.openapi, /^3\.1\./);
  assert.equal((await new Validator().validate({ ...structuredClone(api), info: {} })).valid, false);
});

test("every component is a JSON Schema", () => {
  const names = Object.keys(api.components.schemas);
  assert.notEqual(names.length, 0);
  for (const name of names) assert.ok(ajv.getSchema(`api#/components/schemas/${name}`), name);
});

test("it describes the published engine", () => {
  const paths = engine.operations.map((operation) => `/api/v1/${operation}`);
  const stored = ["/api/v1/proofs", "/p/{id}.json", "/challenges/index.json", "/challenges/{arena}/{id}.json", "/agents/{arena}/{id}.json", "/oembed", "/badge/index.json", "/log/index.json"];
  assert.deepEqual(Object.keys(api.paths), ["/api/v1", ...paths, ...stored]);
  assert.equal(api.info.version, engine.version);
});

for (const operation of engine.operations) {
  test(`examples of ${operation}`, () => {
    const { requestBody, responses } = api.paths[`/api/v1/${operation}`].post;
    const { schema, examples } = requestBody.content["application/json"];
    assert.notEqual(Object.keys(examples).length, 0);
    const answers = responses[200].content["application/json"];
    assert.deepEqual(Object.keys(answers.examples), Object.keys(examples));
    for (const [name, { value }] of Object.entries(examples)) {
      fits(schema.$ref, value, `request of ${name}`);
      fits(answers.schema.$ref, answers.examples[name].value, `answer of ${name}`);
      assert.deepEqual(engine.call(operation, value), answers.examples[name].value, name);
    }
    for (const [status, { content }] of Object.entries(responses)) {
      const problem = content?.["application/problem+json"]; // others are references
      for (const [name, { value }] of Object.entries(problem?.examples ?? {})) {
        fits(problem.schema.$ref, value, `problem of ${name}`);
        assert.equal(String(value.status), status, name);
      }
    }
  });
}

test("the schema of a rulebook", () => {
  const validate = new Ajv2020({ strict: true }).compile(read("schema/rulebook.json"));
  const { rulebooks } = engine.call("rulebook.list", {});
  assert.notEqual(rulebooks.length, 0);
  for (const { id } of rulebooks) {
    const rulebook = engine.call("rulebook.get", { id });
    assert.ok(validate(rulebook), `${id}: ${ajv.errorsText(validate.errors)}`);
    assert.ok(!validate({ ...rulebook, scale: "1" }), id);
    assert.equal(validate.errors[0].instancePath, "/scale");
  }
});

test("the schema of a keyring", () => {
  const validate = new Ajv2020({ strict: true }).compile(read("schema/arena-keys.json"));
  const ring = read(".well-known/arena-keys.json");
  assert.ok(validate(ring), ajv.errorsText(validate.errors));
  assert.notEqual(ring.keys.length, 0);
  const { public_key: _, ...rest } = ring.keys[0];
  assert.ok(!validate({ keys: [rest] }), "a key without public_key");
  assert.ok(!validate({ keys: [{ ...ring.keys[0], status: "lost" }] }));
  assert.equal(validate.errors[0].instancePath, "/keys/0/status");
});

test("the Worker's cache knows every query parameter of what is stored", () => {
  const inQuery = Object.entries(api.paths).filter(([path]) => !path.startsWith("/api/v1/") || path === "/api/v1/proofs")
    .flatMap(([, methods]) => Object.values(methods)).flatMap(({ parameters = [] }) => parameters).filter((parameter) => parameter.in === "query").map(({ name }) => name);
  assert.ok(inQuery.length > 4);
  assert.deepEqual([...new Set(inQuery)].filter((name) => !PARAMETERS.includes(name)), []);
});
