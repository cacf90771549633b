// What the slip for a pasted text shows of a proof, whose keys count as on /verify/, and of
// a public key, which one press trusts on this device.

import { barOf, signedOf } from "../../answer/signed.mjs";
import { grouped } from "../../form/encodings.mjs";
import { Pins, isNamesake, isUnseen } from "../own/stored-keys.mjs";

/** @typedef {import("../own/stored-keys.mjs").Key} Key */

/** The keys of this device. */
const pins = new Pins(() => {});

/**
 * A proof, verified.
 * @param {Pick<import("../../engine/program.mjs").Program, "call">} engine @param {any} detected the answer of import.detect @param {Key[]} shipped
 */
export async function proofSlip(engine, { name, prefill: { request } }, shipped) {
  const kept = pins.keys();
  const ring = kept.length ? await engine.call("proof.keyring", { keyrings: [/** @type {any} */ ({ keys: kept })] }).catch(() => undefined) : undefined;
  const answer = await engine.call("proof.verify", { ...request, keys: { keys: shipped }, pins: ring, at: new Date().toISOString() });
  const signed = signedOf(answer);
  return {
    who: signed?.name ?? name, about: signed?.title, number: signed?.score, unit: undefined, claims: answer.verdict !== "authentic", parts: signed && barOf(answer),
    state: answer.verdict, word: answer.heading, said: answer.sentence,
    ...(!signed && { findings: [], open: [], folded: [] }), // nothing in it can be trusted
  };
}

/** A public key, and whether its owner is known here. @param {any} request with the key @param {Key[]} shipped */
export function keySlip({ candidates: { keys: [{ public_key }] } }, shipped) {
  const known = [...shipped, ...pins.list].find((key) => key.public_key === public_key);
  return { key: grouped(public_key), unknown: !known, ...(known && { lead: known.owner ?? known.id, state: "unchecked", word: slipWords().word, said: `${slipWords().said} ${known.owner ?? known.id}` }) };
}

/** The words for a key that is trusted. */
const slipWords = () => /** @type {HTMLElement} */ (document.querySelector("section[data-found] [data-kind=trusted]")).dataset;

/** Trusts the key of a slip under the name of its owner. @param {HTMLElement} slip @param {() => Key[]} shipped */
export function trusting(slip, shipped) {
  const form = /** @type {HTMLFormElement} */ (slip.querySelector("[data-owner-form]"));
  const owner = /** @type {HTMLInputElement} */ (form.querySelector("input"));
  let asked = ""; // the name for which another key is known, of which was warned
  /** @param {string} fault */
  const refuse = (fault) => {
    for (const el of form.querySelectorAll("[data-name-fault]")) el.toggleAttribute("hidden", el.getAttribute("data-name-fault") !== fault);
    owner.toggleAttribute("aria-invalid", fault !== "");
    if (fault) owner.focus();
  };
  owner.addEventListener("input", () => refuse(""));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const name = owner.value.normalize("NFC").trim();
    const public_key = (form.querySelector("code")?.textContent ?? "").replace(/\s/g, "");
    const other = [...shipped(), ...pins.list].some((key) => key.public_key !== public_key && isNamesake(key, name));
    const fault = name === "" ? "name" : isUnseen(name) ? "unseen" : other && asked !== name ? "other" : "";
    asked = fault === "other" ? name : "";
    refuse(fault);
    if (fault) return;
    pins.add([{ public_key, owner: name }]);
    owner.value = "";
    slip.dispatchEvent(new CustomEvent("trusted"));
  });
}
