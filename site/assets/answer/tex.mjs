// Texts inside LaTeX that stay texts, also in its first font encoding, which draws
// < > | as ¡ ¿ —. A bracket or an asterisk that follows \\ or \item would be an option.

/** @type {Record<string, string>} */
const SYMBOLS = {
  "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "−": "$-$", "·": "$\\cdot$", "×": "$\\times$", "→": "$\\rightarrow$",
  "≤": "$\\le$", "≥": "$\\ge$", "≠": "$\\ne$", "⌊": "$\\lfloor$", "⌋": "$\\rfloor$", "Σ": "$\\Sigma$", "Δ": "$\\Delta$", "±": "$\\pm$", "▲": "$\\uparrow$", "▼": "$\\downarrow$", "◀": "$\\leftarrow$",
  "<": "$<$", ">": "$>$", "|": "$|$", "[": "{[}", "*": "{*}", "τ": "$\\tau$", "✓": "$\\surd$", "✗": "$\\times$",
};

/** @param {string} text */
export const tex = (text) => text.replace(/[\\~^−·×→≤≥≠⌊⌋ΣΔ±▲▼◀<>|[*τ✓✗]|[#$%&_{}]/g, (c) => SYMBOLS[c] ?? `\\${c}`);
