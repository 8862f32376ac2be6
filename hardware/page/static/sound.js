// The sounds of the presses, as short tunes: the buzzer's notes (hardware/buzzer.py).

const TUNES = {
  click: [[880, 0.02]],
  wrong: [[247, 0.09], [0, 0.04], [247, 0.12]],
  card: [[587, 0.06], [880, 0.09]],
  finish: [[523, 0.12], [659, 0.12], [784, 0.12], [880, 0.1], [0, 0.04], [784, 0.1], [880, 0.35]],
  win: [
    [523, 0.12], [523, 0.12], [523, 0.12], [698, 0.4], [0, 0.05], [587, 0.12], [698, 0.12], [880, 0.6],
  ],
};
const LOUDNESS = 0.12;
const RAMP_S = 0.004; // without it each note begins and ends with a crack

let context = null;

/** Make sounds possible: browsers allow them from a press on. */
export function allow() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
}

/** Play a sound by its name; one that the page does not know is a click. */
export function play(name) {
  if (context?.state !== "running") return;
  let at = context.currentTime;
  for (const [frequency, seconds] of TUNES[name] ?? TUNES.click) {
    if (frequency > 0) note(frequency, at, seconds);
    at += seconds;
  }
}

function note(frequency, at, seconds) {
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = "triangle";
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(LOUDNESS, at + RAMP_S);
  volume.gain.setValueAtTime(LOUDNESS, at + seconds - RAMP_S);
  volume.gain.linearRampToValueAtTime(0, at + seconds);
  tone.connect(volume).connect(context.destination);
  tone.start(at);
  tone.stop(at + seconds);
}
