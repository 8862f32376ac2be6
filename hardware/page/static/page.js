// The device: its glass, its buttons and its line to the companion.

import { Buttons } from "./buttons.js";
import { Link } from "./link.js";
import { draw, fit } from "./screen.js";
import { words } from "./words.js";

const device = document.querySelector(".device");
const slot = document.querySelector(".slot");
const canvas = document.querySelector("canvas");
const says = document.querySelector("#says");
const state = document.querySelector(".link");
const elements = [...document.querySelectorAll("button")];

function label() {
  canvas.setAttribute("aria-label", words.screen);
  document.querySelector(".keys").textContent = words.keys;
  for (const element of elements) {
    const word = words[element.dataset.button];
    element.setAttribute("aria-label", word);
    element.title = word;
  }
}

function show(frame) {
  draw(canvas, Uint8Array.from(atob(frame.bits), (char) => char.charCodeAt(0)));
  device.dataset.light = frame.light;
  device.dataset.screen = frame.screen;
  const text = frame.texts.join(" · ");
  if (says.textContent !== text) says.textContent = text; // an animation is read out once
}

function tell(line) {
  if (device.dataset.link === line && state.textContent) return;
  device.dataset.link = line;
  state.textContent = line === "up" ? "" : words[line];
  // The server has let go of what was held when the line broke: so does the page.
  if (line !== "up") buttons.releaseAll();
}

label();
const refit = () => fit(canvas, slot);
refit();
addEventListener("resize", refit);
new ResizeObserver(refit).observe(slot);
let link = null;
const buttons = new Buttons(elements, (button, pressed) => link?.press(button, pressed));
tell("connecting");
link = new Link(show, tell);
