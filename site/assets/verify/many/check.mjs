// Checks files with many proofs: a long list with several engines at the same time.
// Each takes the next piece, checks it, and adds its verdicts to those before. Between
// two calls its collector runs, and the check can be cancelled.

import { Reader, Unreadable } from "./read.mjs";

/** @typedef {import("./read.mjs").Ask} Ask */
/** @typedef {import("./read.mjs").Answer} Answer */
/** @typedef {import("./read.mjs").Cut} Cut */
/** @typedef {{ cut: Cut, answer: Answer | undefined }} Step */
/** @typedef {{ cut: Cut, answer: Answer }} Done */
/** @typedef {{ done: Done[], sentence: string, read: number }} Told in order; the sentence, and how many bytes are read, of all so far */

const LONG = 1000; // ms of work left that are worth another engine
const ENGINES = 4; // at most: each has a memory of its own
const TELL = 100; // ms between two tellings
const SUMS = 100; // that a call adds up

export class Check {
  #reader;
  #ask;
  #another;
  #tell;
  /** A promise for each engine. @type {Promise<void>[]} */ #works = [];
  #most = Math.min(navigator.hardwareConcurrency || 1, ENGINES);
  #growing = false;
  #turn = Promise.resolve();
  /** What was not told yet, in order. @type {Step[]} */ #steps = [];
  #toldAt = -TELL;
  /** Verdicts that were told. @type {NonNullable<Answer["next"]>["counted"]} */ #counted;
  /** Layouts that were found, which go with the pieces that follow. @type {NonNullable<Answer["next"]>["layouts"]} */ #layouts;
  #failed = false;

  /** @param {Blob[]} files @param {Ask} ask of the page's engine @param {() => Promise<Ask>} another starts an engine beside it @param {(news: Told | Unreadable) => void} tell */
  constructor(files, ask, another, tell) {
    this.#reader = new Reader(files);
    this.#ask = ask;
    this.#another = another;
    this.#tell = tell;
  }

  /** Checks all of it. */
  async run() {
    this.#works.push(this.#work(this.#ask));
    for (const work of this.#works) await work; // also those that are added meanwhile
    await this.#sum(this.#ask);
  }

  /** What one engine does. @param {Ask} ask */
  async #work(ask) {
    try {
      for (let step; (step = await this.#inTurn(() => this.#next(ask))); ) {
        const since = performance.now();
        const answer = (step.answer = await ask(step.cut.request));
        const took = performance.now() - since;
        this.#reader.paced(step.cut, answer.results.length, took);
        const { layouts = [] } = answer.next ?? {};
        if (layouts.length > (this.#layouts?.length ?? 0)) this.#layouts = layouts;
        if (this.#reader.left * took > LONG * step.cut.piece.length * this.#works.length) this.#grow();
        if (performance.now() - this.#toldAt >= TELL) await this.#inTurn(() => this.#sum(ask));
      }
    } catch (error) {
      this.#failed = true; // the others end
      throw error;
    }
  }

  /** The next piece, which this engine checks. @param {Ask} ask @returns {Promise<Step | undefined>} */
  async #next(ask) {
    for (let cut; !this.#failed && (cut = await this.#reader.next(ask)); ) {
      if (cut instanceof Unreadable) this.#tell(cut);
      else {
        const part = { ...cut.piece.part, layouts: this.#layouts };
        /** @type {Step} */ const step = { cut: { piece: { ...cut.piece, part }, request: { ...cut.request, part } }, answer: undefined };
        this.#steps.push(step);
        return step;
      }
    }
  }

  /** Adds up and tells what is done, as far as all before it is. @param {Ask} ask */
  async #sum(ask) {
    const done = [];
    while (this.#steps[0]?.answer && done.length < SUMS) done.push(/** @type {Done} */ (this.#steps.shift()));
    const last = done.at(-1);
    if (!last) return;
    const { sentence, next } = await ask({ text: "", part: { format: "end", counted: this.#counted }, counted: done.map(({ answer }) => answer.summary) });
    this.#counted = next?.counted;
    this.#toldAt = performance.now();
    this.#tell({ done, sentence, read: last.cut.piece.read });
    if (done.length === SUMS) await this.#sum(ask); // there may be more
  }

  /** Starts another engine; while one starts, or cannot be started, no further one. */
  #grow() {
    if (this.#growing || this.#works.length >= this.#most) return;
    this.#growing = true;
    this.#another().then((theirs) => {
      this.#growing = false;
      /** @type {Ask} */ const ask = (request) => theirs(request).catch((error) => (error.code === "internal" ? this.#ask(request) : Promise.reject(error)));
      const work = this.#work(ask);
      work.catch(() => {}); // it is waited for
      this.#works.push(work);
    }, () => {});
  }

  /** Acts when all who asked before have. @template T @param {() => Promise<T>} act @returns {Promise<T>} */
  #inTurn(act) {
    const mine = this.#turn.then(act);
    this.#turn = mine.then(() => {}, () => {});
    return mine;
  }
}
