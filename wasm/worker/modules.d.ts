declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}

declare module "*/assets.mjs" {
  /** URL of the site's stylesheet. */
  export const style: string;
  /** The site's own keyring, as JSON. */
  export const keyring: string;
}
