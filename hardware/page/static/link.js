// The WebSocket: pictures in, presses out, and connecting anew whenever it breaks.

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4000;
// The server sends something every two seconds.
const SILENCE_MS = 6000;
// Time between two reports that buttons are still down.
const HOLD_MS = 60;
// After so many tries without any answer the page says what to look after.
const TRIES = 4;
const GOING_AWAY = 1001;
const LANGUAGES = 8; // the best of them are enough

export class Link {
  #socket = null;
  #seq = 0;
  #answers = 0; // given on this connection: after the first the server knows this clock
  #isUp = false;
  #down = new Set(); // the buttons whose press was sent on this connection
  #wait = FIRST_WAIT_MS;
  #timer = 0;
  #tries = 0; // without any answer
  #hasEnded = false; // the companion said that it ends, and nothing was heard from it since
  #onPicture;
  #onState;
  #onUncounted;
  #onSound;

  /**
   * onPicture(picture) draws; onState("up" | "connecting" | "ended" | "unreachable") is called
   * with the state of the connection; onUncounted() after a press that was not counted;
   * onSound(name, isOn) with the sound of a press, which is on or off in the game's settings.
   */
  constructor({ onPicture, onState, onUncounted, onSound }) {
    this.#onPicture = onPicture;
    this.#onState = onState;
    this.#onUncounted = onUncounted;
    this.#onSound = onSound;
    this.#connect();
    setInterval(() => this.#reportHold(), HOLD_MS);
    addEventListener("online", () => this.#retryNow());
    document.addEventListener("visibilitychange", () => document.hidden || this.#retryNow());
  }

  /** Send a press or release made at `at` (ms); a press without a connection does not count. */
  press(button, pressed, at) {
    if (!this.#isUp) {
      if (pressed) this.#onUncounted();
      return;
    }
    if (pressed) this.#down.add(button);
    else this.#down.delete(button);
    this.#send({ seq: this.#next(), button, pressed, at });
  }

  /** Send what was typed of a name at `at` (ms); without a connection it does not count. */
  type(text, at) {
    if (this.#isUp) this.#send({ seq: this.#next(), text, at });
    else this.#onUncounted();
  }

  #next() {
    this.#seq += 1;
    return this.#seq;
  }

  #send(message) {
    this.#socket.send(JSON.stringify(message));
  }

  /** Say that buttons are still down, unless what was said before still waits to be sent. */
  #reportHold() {
    if (!this.#isUp || this.#down.size === 0 || this.#socket.bufferedAmount > 0) return;
    this.#send({ seq: this.#next(), held: true, at: performance.now() });
  }

  #connect() {
    const socket = new WebSocket(`ws://${location.host}/socket`);
    this.#socket = socket;
    this.#seq = 0;
    this.#answers = 0;
    this.#listenFor(SILENCE_MS);
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#receive(JSON.parse(event.data), performance.now());
    };
    socket.onclose = (event) => socket === this.#socket && this.#lose(event.code);
  }

  #receive(message, at) {
    this.#listenFor(SILENCE_MS);
    this.#wait = FIRST_WAIT_MS;
    this.#tries = 0;
    this.#hasEnded = false;
    if ("bits" in message) this.#onPicture(message);
    if ("sound" in message) this.#onSound(message.sound, message.on);
    const first = this.#answers === 0 ? { languages: navigator.languages.slice(0, LANGUAGES) } : {};
    this.#send({ ready: true, at, ...first });
    this.#answers += 1;
    if (this.#answers === 1) return;
    this.#isUp = true;
    this.#onState("up");
    if (message.late) this.#onUncounted();
  }

  #listenFor(silence) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#lose(0), silence);
  }

  #lose(code) {
    const lost = this.#socket;
    this.#socket = null;
    this.#isUp = false;
    this.#down.clear();
    lost?.close();
    this.#hasEnded ||= code === GOING_AWAY;
    this.#tries += 1;
    this.#onState(this.#state());
    clearTimeout(this.#timer);
    // A little chance, so that several browsers do not all come back in the same moment.
    this.#timer = setTimeout(() => this.#retry(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
  }

  #state() {
    if (this.#hasEnded) return "ended";
    return this.#tries > TRIES ? "unreachable" : "connecting";
  }

  async #retry() {
    // A restarted companion has a new code: then the server's first page asks for it.
    const signal = AbortSignal.timeout(SILENCE_MS);
    const answer = await fetch("paired", { signal }).catch(() => null);
    if (this.#socket !== null) return;
    if (answer?.status === 401) location.reload();
    else if (answer === null) this.#lose(0);
    else this.#connect();
  }

  #retryNow() {
    if (this.#socket !== null) return;
    clearTimeout(this.#timer);
    this.#wait = FIRST_WAIT_MS;
    this.#retry();
  }
}
