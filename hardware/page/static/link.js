// The WebSocket: frames in, presses out, and connecting anew whenever it breaks.

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4000;
// The server says something every two seconds.
const SILENCE_MS = 6000;
const GOING_AWAY = 1001;

export class Link {
  #socket = null;
  #seq = 0;
  #wait = FIRST_WAIT_MS;
  #timer = 0;
  #ended = false; // the companion said goodbye, and nothing was heard from it since
  #onFrame;
  #onState;

  /** onFrame(frame) draws; onState("up" | "connecting" | "ended") tells how the line is. */
  constructor(onFrame, onState) {
    this.#onFrame = onFrame;
    this.#onState = onState;
    this.#connect();
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.#hurry());
  }

  /** Send a press or release; while the line is down it is lost, as on a device without power. */
  press(button, pressed) {
    if (this.#socket?.readyState === WebSocket.OPEN) {
      this.#seq += 1;
      this.#socket.send(JSON.stringify({ seq: this.#seq, button, pressed }));
    }
  }

  #connect() {
    const socket = new WebSocket(`ws://${location.host}/socket`);
    this.#socket = socket;
    this.#seq = 0;
    this.#listenFor(SILENCE_MS);
    socket.onmessage = (message) => this.#hear(JSON.parse(message.data));
    socket.onclose = (event) => socket === this.#socket && this.#lose(event.code);
  }

  #hear(frame) {
    this.#listenFor(SILENCE_MS);
    this.#wait = FIRST_WAIT_MS;
    this.#ended = false;
    if ("bits" in frame) {
      this.#onFrame(frame);
      this.#socket.send('{"drawn": true}');
    }
    this.#onState("up");
  }

  #listenFor(silence) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#lose(0), silence);
  }

  #lose(code) {
    const lost = this.#socket;
    this.#socket = null;
    lost?.close();
    this.#ended ||= code === GOING_AWAY;
    this.#onState(this.#ended ? "ended" : "connecting");
    clearTimeout(this.#timer);
    // A little chance, so that several browsers do not all come back in the same moment.
    this.#timer = setTimeout(() => this.#retry(), this.#wait * (0.75 + Math.random() / 2));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
  }

  async #retry() {
    // A restarted companion has a new code: then the server's first page asks for it.
    const answer = await fetch("paired").catch(() => null);
    if (this.#socket !== null) return;
    if (answer?.status === 401) location.reload();
    else if (answer === null) this.#lose(0);
    else this.#connect();
  }

  #hurry() {
    if (this.#socket !== null) return;
    clearTimeout(this.#timer);
    this.#wait = FIRST_WAIT_MS;
    this.#retry();
  }
}
