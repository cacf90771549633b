declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}

declare module "*/assets.mjs" {
  /** URL of the site's stylesheet. */
  export const style: string;
  /** URL of its font, which pages preload; "" for none. */
  export const font: string;
  /** URL of the module that pages of text begin with; "" for none. */
  export const text: string;
  /** URL of the module of <arena-board>, "" for none. */
  export const board: string;
  /** Its integrity. */
  export const integrity: string;
  /** Regular expression of the paths that the Go program answers. */
  export const stored: string;
  /** The site's own keyring, as JSON. */
  export const keyring: string;
  /** Addresses of earlier versions, with what to use instead. */
  export const gone: Record<string, string>;
  /** Operations and their requests, to be answered before anybody asks. */
  export const first: [string, string][];
}
