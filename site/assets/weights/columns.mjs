// The columns of the ranking. While weights move, they keep their widths: nothing jumps
// sideways, and no cell is measured at each step.

export class Columns {
  #frozen = 0; // how many keep their widths

  /** @param {HTMLTableElement} table */
  constructor(table) {
    this.table = table;
  }

  /** @returns {NodeListOf<HTMLElement>} */
  get heads() {
    return this.table.querySelectorAll("th[scope=col]");
  }

  get #shown() {
    return [...this.heads].filter(({ hidden }) => !hidden).length;
  }

  freeze() {
    if (this.#frozen) return;
    const heads = [...this.heads];
    const widths = heads.map((th) => th.getBoundingClientRect().width);
    heads.forEach((th, i) => (th.style.width = `${widths[i]}px`));
    this.table.style.tableLayout = "fixed";
    this.#frozen = this.#shown;
  }

  /** Of a column that comes, nobody knows the width. */
  check() {
    if (this.#frozen !== this.#shown) this.thaw();
  }

  /** They have the widths again that their texts want. */
  thaw() {
    if (!this.#frozen) return;
    for (const th of this.heads) th.style.width = "";
    this.table.style.tableLayout = "";
    this.#frozen = 0;
  }
}
