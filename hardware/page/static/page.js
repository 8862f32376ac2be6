// The device: its screen, its buttons and its connection to the companion.

import { Buttons } from "./buttons.js";
import { Link } from "./link.js";
import { draw, fit } from "./screen.js";
import { allOf, newsOf } from "./speech.js";
import { words } from "./words.js";

const UNCOUNTED_MS = 2500;

const device = document.querySelector(".device");
const slot = document.querySelector(".slot");
const canvas = document.querySelector("canvas");
const says = document.querySelector("#says");
const live = document.querySelector("[aria-live]");
const status = document.querySelector(".link");
const elements = [...document.querySelectorAll("button")];
let said = null; // the picture that was read out last
let uncounted = 0; // the timer that ends the words about a press that was not counted

function label() {
  canvas.setAttribute("aria-label", words.screen);
  document.querySelector(".keys").textContent = words.keys;
  for (const element of elements) {
    const word = words[element.dataset.button];
    element.setAttribute("aria-label", word);
    element.title = word;
  }
}

function show(picture) {
  draw(canvas, Uint8Array.from(atob(picture.bits), (char) => char.charCodeAt(0)));
  device.dataset.light = picture.light;
  device.dataset.screen = picture.screen;
  say(picture);
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

label();
const refit = () => fit(canvas, slot);
refit();
addEventListener("resize", refit);
new ResizeObserver(refit).observe(slot);
let link = null;
const buttons = new Buttons(elements, (...change) => link?.press(...change));
setState("connecting");
link = new Link(show, setState, showUncounted);
