// The question for the code, before anything of the game is to be seen.

import { words } from "./words.js";

const form = document.querySelector("form");
const code = document.querySelector("#code");
const enter = document.querySelector("button");
const alert = document.querySelector("[role=alert]");

document.querySelector("label").textContent = words.code;
enter.setAttribute("aria-label", words.ok);

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const answer = await fetch("pair", {
    method: "POST",
    body: JSON.stringify({ code: code.value }),
  }).catch(() => null);
  if (answer?.ok) location.replace("/");
  else await refuse(answer);
});

async function refuse(answer) {
  const { wait } = answer === null ? { wait: 0 } : await answer.json().catch(() => ({ wait: 0 }));
  if (wait > 0) hold(Date.now() + 1000 * wait);
  else {
    alert.textContent = answer === null ? words.gone : words.wrong;
    code.select();
  }
}

/** Take no code until then (in ms); the seconds count down. */
function hold(until) {
  const left = Math.ceil((until - Date.now()) / 1000);
  open(left <= 0);
  alert.textContent = left > 0 ? words.wait.replace("{seconds}", left) : "";
  // A screen reader reads out the first of these sentences, not one each second.
  if (left > 0) setTimeout(() => { alert.ariaLive = "off"; hold(until); }, 500);
}

function open(isOpen) {
  code.disabled = enter.disabled = !isOpen;
  if (!isOpen) return;
  alert.ariaLive = "assertive";
  code.focus();
  code.select();
}
