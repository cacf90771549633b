// A whole leaderboard of proofs: [data-many] is shown if the pasted or dropped
// input contains more than one document (verify/many/detect.mjs).
//
//   button[data-do]   cancel, again, csv, json, markdown

import { csv, copyText, json, markdown } from "./export.mjs";
import { Check } from "./check.mjs";
import { documentOf, Unreadable } from "./read.mjs";
import { Report } from "./report.mjs";
import { Table } from "./table.mjs";
import { engine, startAnother } from "../../engine/page-engine.mjs";
import { carried } from "../../form/baked.mjs";
import { isLost } from "../../form/bytes.mjs";
import { save } from "../../answer/save-file.mjs";

/** @typedef {import("./read.mjs").Request} Request */
/** @typedef {{ root: HTMLElement, options: () => unknown[], status: (state: string) => void, request: () => Promise<any>, show: (text: string) => Promise<void> }} Single the view of one proof */

export class Many {
  /** @type {AbortController | undefined} */ #run;
  /** @type {Blob[]} */ #files = [];
  /** @type {Record<string, any>} */ #held = {};
  /** The form's keys, rules and layout when the check began. @type {unknown[]} */ #options = [];
  #table;
  #report;
  #text = ""; // that was taken last
  /** What the form held when the list took its place. @type {string | undefined} */ #behind;
  /** The row whose document was asked for last. @type {import("./table.mjs").Row | undefined} */ #opening;
  #opened = 0; // place of the row that the view of one proof shows

  /** @param {HTMLElement} root @param {Single} single */
  constructor(root, single) {
    this.root = root;
    this.single = single;
    this.#report = new Report(root);
    this.#table = new Table(root, (row) => this.#open(row));
    this.back = document.querySelector("[data-back]");
    this.back?.addEventListener("click", () => this.#table.focus(this.#opened));
    single.root.addEventListener("cleared", () => this.#place(true)); // the form holds something else
    root.addEventListener("click", ({ target }) => {
      const button = /** @type {Element} */ (target).closest("button[data-do]");
      if (button instanceof HTMLElement) this.#do(button);
    });
  }

  /** Takes the text in the view of one proof, if it contains more than one; the same text again only with other keys. @param {number | undefined} documents @param {any} request */
  sees(documents, request) {
    if (!documents) return this.#place(request.text !== this.#behind);
    const known = request.text === this.#text;
    this.#text = request.text;
    if (!known) this.start([new Blob([request.text])], request);
    else if (!same(held(request), this.#held)) this.start(this.#files, request);
    else this.#place(false);
  }

  /** Forgets the rows if they were checked under other keys, rules or layout than the form has now. */
  compare() {
    if (this.root.hidden || same(this.single.options(), this.#options)) return;
    this.stop();
    [this.#options, this.#held] = [[], {}];
    this.#table.clear();
    this.#report.stale();
  }

  /** @param {boolean} shown whether the view of one proof is */
  #place(shown) {
    for (const part of this.single.root.querySelectorAll(".result")) part.toggleAttribute("hidden", !shown);
    this.back?.toggleAttribute("hidden", Boolean(this.root.hidden));
  }

  /** Checks files from their beginning; of pictures, the proofs that they carry. @param {Blob[]} given @param {any} [request] that of the view of one proof */
  async start(given, request) {
    this.stop();
    const run = (this.#run = new AbortController());
    this.#options = this.single.options();
    this.#begin(given);
    const files = await Promise.all(given.map((file) => (file instanceof File ? carried(file) : file)));
    if (run !== this.#run) return;
    this.#begin(files);
    /** @type {import("../../engine/page-engine.mjs").Client[]} */ const others = [];
    const another = async () => {
      const client = startAnother();
      others.push(client);
      await client.ready;
      return this.#ask(run.signal, client);
    };
    const first = this.root.hidden;
    this.root.hidden = false;
    this.#place(false);
    this.root.toggleAttribute("data-several", files.length > 1);
    if (first) this.root.scrollIntoView();
    try {
      const asked = request ?? (await this.single.request());
      if (run !== this.#run) return;
      [this.#held, this.#behind] = [held(asked), asked.text];
      this.#place(false); // the answer to what is behind may have come meanwhile
      const left = { file: /** @type {string[]} */ ([]), text: /** @type {string[]} */ ([]) };
      await new Check(files, this.#ask(run.signal), another, (news) => {
        if (run !== this.#run) return;
        if (news instanceof Unreadable) {
          const kind = news.lost ? "file" : "text";
          left[kind].push(nameOf(files[news.file]));
          this.#report.fail(kind, left[kind].join(", "));
        } else this.#add(news);
      }).run();
      if (run === this.#run) this.#end(left.file.length + left.text.length ? "stopped" : "done");
    } catch (error) {
      if (run !== this.#run || run.signal.aborted) return;
      this.#report.fail("engine", /** @type {Error} */ (error).message);
      this.#end("stopped");
    } finally {
      for (const client of others) client.close();
    }
  }

  /** Leaves no result of an earlier check in sight. @param {Blob[]} files */
  #begin(files) {
    this.#files = files;
    this.#table.clear();
    this.#report.begin(files.reduce((sum, { size }) => sum + size, 0));
  }

  /** Stops the check; the results so far stay. */
  stop() {
    if (!this.#run) return;
    this.#run.abort();
    this.#end("stopped");
  }

  /** Forgets everything. */
  close() {
    this.stop();
    this.#files = [];
    [this.#text, this.#behind] = ["", undefined];
    this.#table.clear();
    this.root.hidden = true;
    this.#place(true);
  }

  /** @param {AbortSignal} [signal] @param {Pick<import("../../engine/page-engine.mjs").Client, "call">} [client] @returns {import("./read.mjs").Ask} */
  #ask(signal, client = engine) {
    return (request) => {
      const bytes = new TextEncoder().encode(JSON.stringify({ ...request, ...this.#held, at: new Date().toISOString() }));
      return client.call("proof.verify_batch", bytes, { signal, transfer: [bytes.buffer] });
    };
  }

  /** @param {import("./check.mjs").Told} told */
  #add({ done, sentence, read }) {
    let place = this.#table.rows.length;
    for (const { cut: { piece }, answer } of done) {
      const file = this.#files.length > 1 ? nameOf(this.#files[piece.file]) : "";
      this.#table.add(answer.results.map((row) => ({ ...row, place: ++place, piece, file })));
    }
    this.#report.on(sentence, read);
  }

  /** @param {"stopped" | "done"} phase */
  #end(phase) {
    this.#run = undefined;
    this.#report.phase(phase);
    this.#report.announce();
  }

  /** Shows one row's document in the view of one proof. @param {import("./table.mjs").Row} row */
  async #open(row) {
    const files = this.#files;
    this.#opening = row;
    try {
      const text = await documentOf(files, row.piece, row.index, this.#ask());
      if (this.#opening !== row || files !== this.#files) return;
      this.#behind = undefined;
      this.#place(true);
      this.#opened = row.place;
      await this.single.show(text);
    } catch (error) {
      if (isLost(error)) this.#report.fail("file", nameOf(files[row.piece.file]));
      else this.#report.fail("engine", /** @type {Error} */ (error).message);
    }
  }

  /** @param {HTMLElement} button */
  async #do(button) {
    switch (button.dataset.do) {
      case "cancel": return this.stop();
      case "again": return this.start(this.#files);
      case "csv": save(await csv(this.#table.shown), "proofs.csv"); break;
      case "json": save(await json(this.#table.shown), "proofs.json"); break;
      case "markdown": {
        const counts = this.#table.verdicts.filter((el) => !el.hidden).map((el) => ({ words: el.dataset.words ?? "", count: el.querySelector("[data-count]")?.textContent ?? "" }));
        return copyText(button, markdown(this.#report.sentence, counts));
      }
    }
  }
}

/** @param {Blob | undefined} file */
const nameOf = (file) => (file instanceof File ? file.name : "");

/** The inputs besides the proofs, as for the view of one proof. @param {any} request */
const held = ({ keys, pins, candidates, rulebook, weights, layout }) => ({ keys, pins, candidates, rulebook, weights, layout });

/** @param {unknown} a @param {unknown} b */
const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
