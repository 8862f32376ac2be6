// Touch, mouse and keyboard as presses of the buttons; every button that goes down comes up again.

const KEYS = {
  ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down",
  Enter: "ok", NumpadEnter: "ok", Space: "ok", " ": "ok",
  Escape: "back", Backspace: "back", KeyI: "info", i: "info", I: "info",
};

const WHILE_TYPING = new Set(["Enter", "Escape"]);

export class Buttons {
  #held = new Map(); // button -> the pointers and keys that hold it
  #elements;
  #onChange;
  #typing;

  /**
   * `typing` catches letters where a name is typed: then only Enter and Escape are buttons.
   * onChange(button, pressed, at) is called once when a button goes down and once when it goes up;
   * `at` is the time of the browser's monotonic clock in milliseconds.
   */
  constructor(elements, typing, onChange) {
    this.#elements = elements;
    this.#typing = typing;
    this.#onChange = onChange;
    elements.forEach((element) => this.#watch(element));
    addEventListener("keydown", (event) => this.#keyDown(event));
    addEventListener("keyup", (event) => this.#keyUp(event));
    addEventListener("blur", () => this.releaseAll());
    addEventListener("pagehide", () => this.releaseAll());
    document.addEventListener("visibilitychange", () => document.hidden && this.releaseAll());
  }

  /** Release every button: the page no longer gets the releases. */
  releaseAll() {
    this.#releaseWhere(() => true, performance.now());
  }

  #watch(element) {
    const button = element.dataset.button;
    element.addEventListener("pointerdown", (event) => {
      event.preventDefault(); // no focus by pointer: Enter stays OK
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      this.#press(button, event.pointerId, event.timeStamp);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      element.addEventListener(end, (event) => {
        this.#release(button, event.pointerId, event.timeStamp);
      });
    }
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    // A click without a pointer comes from a screen reader or a switch: it has no length.
    element.addEventListener("click", (event) => {
      if (event.detail === 0) this.#tap(button, event.timeStamp);
    });
  }

  #tap(button, at) {
    this.#press(button, "tap", at);
    this.#release(button, "tap", at);
  }

  #keyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (this.#typing.catch(event) && !WHILE_TYPING.has(event.key)) return;
    const button = this.#meaning(event);
    if (button === undefined) return;
    event.preventDefault();
    if (!event.repeat) this.#press(button, holder(event), event.timeStamp);
  }

  #keyUp(event) {
    if (this.#meaning(event) !== undefined) event.preventDefault(); // Space clicks when it comes up
    // While Meta is down, macOS reports the release of no other key.
    const isMeta = event.key === "Meta" || event.key === "OS";
    const isReleased = isMeta ? isKey : (one) => one === holder(event);
    this.#releaseWhere(isReleased, event.timeStamp);
  }

  /** Enter and Space on a button that was reached by Tab are that button, elsewhere OK. */
  #meaning(event) {
    const focused = document.activeElement;
    if (focused?.closest(".tools") || document.querySelector("details[open]")) return undefined;
    const button = KEYS[event.code] ?? KEYS[event.key];
    return button === "ok" ? focused?.dataset.button ?? button : button;
  }

  #press(button, holder, at) {
    const holders = this.#held.get(button) ?? new Set();
    this.#held.set(button, holders.add(holder));
    if (holders.size === 1) this.#change(button, true, at);
  }

  #releaseWhere(isReleased, at) {
    for (const [button, holders] of [...this.#held]) {
      for (const one of [...holders].filter(isReleased)) this.#release(button, one, at);
    }
  }

  #release(button, holder, at) {
    if (!this.#held.get(button)?.delete(holder)) return;
    if (this.#held.get(button).size === 0) {
      this.#held.delete(button);
      this.#change(button, false, at);
    }
  }

  #change(button, pressed, at) {
    const element = this.#elements.find((one) => one.dataset.button === button);
    element?.classList.toggle("down", pressed);
    this.#onChange(button, pressed, at);
  }
}

function holder(event) {
  // Without a code the key's own letter may change in between, with Shift.
  return `key ${event.code || event.key.toLowerCase()}`;
}

function isKey(holder) {
  return typeof holder === "string" && holder.startsWith("key ");
}
