// Texts inside Markdown that stay texts: no element, no link, no HTML comes of
// them, by CommonMark, by GitHub's additions, or where a renderer lets HTML
// through. site/markdown/escape.go writes the same.

import { plain } from "./plain-text.mjs";

/** @type {Record<string, string>} */
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "@": "\\@&#8288;" }; // an invisible joiner after @: it makes neither a mention nor a mail address

/** HTML, addresses, marks, what begins an item or a heading or stands below one, https://, example.org. */
const ALIVE = /[&<>]|@(?! |$)|[\\`*_~[\]{}|$^]|^[-+#=:]|(?<=^\d{1,9})[.)](?= |$)|:(?! |\\|$)|\.(?![ .\d\\]|$)/gu;

/**
 * A text on one line, for a paragraph, an item, a cell or the text of a link.
 * @param {string} text
 */
export const inline = (text) =>
  plain(text.replace(/[\t\n\v\f\r\u0085\p{Z}]+/gu, " ")).trim().replace(ALIVE, (c) => ENTITIES[c] ?? `\\${c}`);

/** An address of our own, escaped for Markdown: nothing in it emphasizes or ends a link. @param {string} url */
export const address = (url) => url.replace(/[^\w\-.:/?#=&%,;+~]|[_~]|&(?=\w+;)/g, (c) => (c === "_" ? "%5F" : c === "~" ? "%7E" : encodeURIComponent(c).replace(/[!'()*]/g, (d) => `%${d.charCodeAt(0).toString(16).toUpperCase()}`)));
