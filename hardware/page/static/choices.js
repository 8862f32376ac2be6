// What is switched on in this browser: kept in it, and applied while the page is open.

const PREFIX = "hare-companion-";

/** Return whether something is switched on here; what was never switched is `otherwise`. */
export function isOn(name, otherwise = true) {
  const kept = storage()?.getItem(PREFIX + name) ?? null;
  return kept === null ? otherwise : kept === "on";
}

/** Return what the browser keeps for this page, null where its user wants nothing kept. */
function storage() {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

/** Join a check box to what is kept; onChange(isOn) is called now and with each change. */
export function bind(box, onChange = () => {}, otherwise = true) {
  box.checked = isOn(box.id, otherwise);
  box.addEventListener("change", () => {
    storage()?.setItem(PREFIX + box.id, box.checked ? "on" : "off");
    onChange(box.checked);
  });
  onChange(box.checked);
}

/** Keep the screen of the phone on while `wanted()`; to be called whenever that may have changed. */
export class Awake {
  #lock = null;
  #wanted;

  constructor(wanted) {
    this.#wanted = wanted;
    document.addEventListener("visibilitychange", () => this.update());
  }

  /** Browsers can only do it over https, or on this computer. */
  static get canBe() {
    return "wakeLock" in navigator;
  }

  async update() {
    if (!Awake.canBe) return;
    const isWanted = this.#wanted() && !document.hidden;
    if (isWanted && (this.#lock === null || this.#lock.released)) {
      this.#lock = await navigator.wakeLock.request("screen").catch(() => null); // low battery
    } else if (!isWanted && this.#lock !== null) {
      const lock = this.#lock;
      this.#lock = null;
      await lock.release();
    }
  }
}
