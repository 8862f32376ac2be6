// Fingers, mouse and keys on the buttons: what goes down comes up, whatever happens in between.

const KEYS = {
  ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down",
  Enter: "ok", NumpadEnter: "ok", Space: "ok", " ": "ok",
  Escape: "back", Backspace: "back", KeyI: "info", i: "info", I: "info",
};

export class Buttons {
  #held = new Map(); // button -> the pointers and keys that hold it
  #elements;
  #onChange;

  /** onChange(button, pressed) hears of each button once when it goes down and once when up. */
  constructor(elements, onChange) {
    this.#elements = elements;
    this.#onChange = onChange;
    elements.forEach((element) => this.#watch(element));
    addEventListener("keydown", (event) => this.#keyDown(event));
    addEventListener("keyup", (event) => this.#keyUp(event));
    addEventListener("blur", () => this.releaseAll());
    addEventListener("pagehide", () => this.releaseAll());
    document.addEventListener("visibilitychange", () => document.hidden && this.releaseAll());
  }

  /** Let go of everything: the page is no longer where the fingers are. */
  releaseAll() {
    for (const button of [...this.#held.keys()]) {
      for (const holder of [...this.#held.get(button)]) this.#release(button, holder);
    }
  }

  #watch(element) {
    const button = element.dataset.button;
    element.addEventListener("pointerdown", (event) => {
      event.preventDefault(); // no focus by pointer: Enter stays OK
      if (event.button !== 0) return;
      element.setPointerCapture(event.pointerId);
      this.#press(button, event.pointerId);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture"]) {
      element.addEventListener(end, (event) => this.#release(button, event.pointerId));
    }
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    // A click without a pointer comes from a screen reader or a switch: it has no length.
    element.addEventListener("click", (event) => {
      if (event.detail === 0) this.#tap(button);
    });
  }

  #tap(button) {
    this.#press(button, "tap");
    this.#release(button, "tap");
  }

  #keyDown(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const button = this.#meaning(event);
    if (button === undefined) return;
    event.preventDefault();
    if (!event.repeat) this.#press(button, holder(event));
  }

  #keyUp(event) {
    if (this.#meaning(event) !== undefined) event.preventDefault(); // Space clicks when it comes up
    for (const button of [...this.#held.keys()]) this.#release(button, holder(event));
  }

  /** Enter and Space on a button that was reached by Tab are that button, elsewhere OK. */
  #meaning(event) {
    const button = KEYS[event.code] ?? KEYS[event.key];
    const focused = document.activeElement?.dataset.button;
    return button === "ok" && focused !== undefined ? focused : button;
  }

  #press(button, holder) {
    const holders = this.#held.get(button) ?? new Set();
    this.#held.set(button, holders.add(holder));
    if (holders.size === 1) this.#change(button, true);
  }

  #release(button, holder) {
    if (!this.#held.get(button)?.delete(holder)) return;
    if (this.#held.get(button).size === 0) {
      this.#held.delete(button);
      this.#change(button, false);
    }
  }

  #change(button, pressed) {
    const element = this.#elements.find((one) => one.dataset.button === button);
    element?.classList.toggle("down", pressed);
    this.#onChange(button, pressed);
  }
}

function holder(event) {
  return `key ${event.code || event.key}`;
}
