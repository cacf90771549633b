// Texts that modules share with templates, which the build puts into them.
declare module "*.sheet.css" {
  const text: string;
  export default text;
}
declare module "*.sheet.svg" {
  const text: string;
  export default text;
}
