// The device: its screen, its buttons and its connection to the companion.

import { Buttons } from "./buttons.js";
import { Awake, bind, isOn } from "./choices.js";
import { Link } from "./link.js";
import { draw, fit } from "./screen.js";
import { share } from "./share.js";
import { allow, play } from "./sound.js";
import { allOf, newsOf } from "./speech.js";
import { Typing } from "./typing.js";
import { speak, words } from "./words.js";

const UNCOUNTED_MS = 2500;
const CLICK_MS = 12;
const WRONG_MS = [30, 40, 30];

const device = document.querySelector(".device");
const slot = document.querySelector(".slot");
const canvas = document.querySelector("canvas");
const says = document.querySelector("#says");
const live = document.querySelector("[aria-live]");
const status = document.querySelector(".link");
const elements = [...document.querySelectorAll("[data-button]")];
const tools = document.querySelector("details");
const nameField = document.querySelector("#name");
const shareLink = document.querySelector("#share");
const soundBox = document.querySelector("#sound");
const answer = document.querySelector("#answer");
let said = null; // the picture that was read out last
let uncounted = 0; // the timer that ends the words about a press that was not counted

/** Write the page's own words, at the start and whenever the game's language changes. */
function label() {
  canvas.setAttribute("aria-label", words.screen);
  nameField.setAttribute("aria-label", words.name);
  nameField.placeholder = words.name;
  document.querySelector(".keys").textContent = words.keys;
  for (const element of elements) {
    const word = words[element.dataset.button];
    element.setAttribute("aria-label", word);
    element.title = word;
  }
  for (const element of document.querySelectorAll("[data-word]")) {
    element.textContent = words[element.dataset.word];
  }
  for (const [element, word] of [[tools.querySelector("summary"), "more"], [shareLink, "share"]]) {
    element.setAttribute("aria-label", words[word]);
    element.title = words[word];
  }
  answer.textContent = "";
  showStatus();
}

function show(picture) {
  if (speak(picture.language)) label();
  draw(canvas, Uint8Array.from(atob(picture.bits), (char) => char.charCodeAt(0)));
  device.dataset.light = picture.light;
  device.dataset.screen = picture.screen;
  typing.show(picture.typed, picture.screen === "names");
  shareLink.hidden = picture.screen !== "end";
  awake.update();
  say(picture);
}

/** Make a sound, if that is switched on here; where it was never switched, as in the game. */
function sound(name, isOnInGame) {
  soundBox.checked = isOn("sound", isOnInGame);
  if (soundBox.checked) play(name);
  if (name === "wrong" && isOn("vibration")) navigator.vibrate?.(WRONG_MS);
}

/** Keep the whole picture in words at hand, and have what is new in it read out. */
function say(picture) {
  const news = newsOf(said, picture);
  said = picture;
  for (const element of [says, live]) element.lang = picture.language;
  says.textContent = allOf(picture).join(" · ");
  if (news.length > 0) live.textContent = news.join(" · ");
}

function setState(state) {
  if (device.dataset.link === state && status.textContent) return;
  device.dataset.link = state;
  showStatus();
  // The server has released what was held when the connection broke: so does the page.
  if (state !== "up") buttons.releaseAll();
}

function showStatus() {
  const state = device.dataset.link;
  const saysWhatToDo = state === "ended" || state === "unreachable";
  let text = state === "up" ? "" : words[state];
  if (uncounted && !saysWhatToDo) text = words.uncounted;
  if (status.textContent !== text) status.textContent = text;
}

/** Say for a moment that a press was not counted: the companion never saw it, or too late. */
function showUncounted() {
  clearTimeout(uncounted);
  uncounted = setTimeout(() => {
    uncounted = 0;
    showStatus();
  }, UNCOUNTED_MS);
  showStatus();
}

/** Give files of the game away, and say so where that is not possible. */
async function give(link) {
  answer.textContent = "";
  const word = await share(link);
  if (word === "") return;
  tools.open = true;
  answer.textContent = words[word];
}

function watchTools() {
  for (const link of [shareLink, ...tools.querySelectorAll("a")]) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      give(link === shareLink ? null : link);
    });
  }
  for (const element of document.querySelectorAll(".tool")) {
    element.addEventListener("pointerdown", (event) => event.preventDefault()); // Enter stays OK
  }
  addEventListener("pointerdown", (event) => {
    if (tools.open && !event.target.closest(".tools")) tools.open = false;
  });
  addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !tools.open) return;
    event.stopImmediatePropagation(); // it closes this, and is no press of back
    tools.open = false;
  });
  const [vibration, awakeBox] = ["vibration", "awake"].map((id) => document.getElementById(id));
  bind(soundBox, (isWanted) => isWanted && allow(), false);
  bind(vibration);
  bind(awakeBox, () => awake.update());
  vibration.parentElement.hidden = !("vibrate" in navigator);
  awakeBox.parentElement.hidden = !Awake.canBe;
}

const awake = new Awake(() => isOn("awake") && device.dataset.light !== "0");
label();
watchTools();
const refit = () => fit(canvas, slot);
refit();
addEventListener("resize", refit);
new ResizeObserver(refit).observe(slot);
let link = null;
const typing = new Typing(
  nameField,
  (text) => link?.type(text, performance.now()),
  () => [true, false].forEach((pressed) => link?.press("back", pressed, performance.now())),
);
const buttons = new Buttons(elements, typing, (button, pressed, at) => {
  if (soundBox.checked) allow(); // a finger counts as a press when it is lifted
  if (pressed && isOn("vibration")) navigator.vibrate?.(CLICK_MS);
  link?.press(button, pressed, at);
});
setState("connecting");
link = new Link({ onPicture: show, onState: setState, onUncounted: showUncounted, onSound: sound });
