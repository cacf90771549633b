// TypeScript looks for the types of engine.mjs under this name.
export * from "./engine.js";
