// A name on this device's keyboard: what is new in the field goes to the companion.

const NO_NAME = /[^\p{L}\p{M} -]/gu;
const AT_ONCE = 16; // characters of one message, at most
const SETTLED_MS = 700; // after the last letter, the field follows what the companion took

export class Typing {
  #field;
  #onText;
  #onTakeOff;
  #sent = ""; // what the companion was told of the field
  #taken = ""; // what it has taken: the name in its picture
  #timer = 0;
  #isList = false; // of names, where a letter begins a new one

  /** onText(text) is called with new letters, onTakeOff() once for each that was taken off. */
  constructor(field, onText, onTakeOff) {
    this.#field = field;
    this.#onText = onText;
    this.#onTakeOff = onTakeOff;
    field.addEventListener("input", () => this.#tell());
  }

  /**
   * Show the field with the name as the companion has it; undefined where it asks for none.
   * `isList`: a list of names is shown, and a letter begins a new one.
   */
  show(name, isList) {
    this.#isList = isList;
    this.#field.hidden = name === undefined;
    this.#taken = name ?? "";
    if (this.#timer === 0 || this.#field.hidden) this.#follow();
  }

  /** Let a letter that is typed anywhere on the page come into the field; return whether it is. */
  catch(event) {
    const isLetter = event.key.length === 1 && event.key !== " ";
    if (this.#isList && isLetter && event.key.search(NO_NAME) < 0) {
      event.preventDefault();
      this.#onText(event.key);
      return true;
    }
    if (!this.#field.hidden && isLetter) this.#field.focus();
    return document.activeElement === this.#field;
  }

  #tell() {
    const wanted = [...this.#field.value.replace(NO_NAME, "")];
    const sent = [...this.#sent];
    let same = 0;
    while (same < sent.length && sent[same] === wanted[same]) same += 1;
    for (let i = same; i < sent.length; i += 1) this.#onTakeOff();
    for (let i = same; i < wanted.length; i += AT_ONCE) {
      this.#onText(wanted.slice(i, i + AT_ONCE).join(""));
    }
    this.#sent = wanted.join("");
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#follow(), SETTLED_MS);
  }

  #follow() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#sent = this.#taken;
    if (this.#field.value !== this.#taken) this.#field.value = this.#taken;
  }
}
