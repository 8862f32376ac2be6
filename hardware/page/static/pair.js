// The question for the code, before anything of the game is to be seen.

import { words } from "./words.js";

const form = document.querySelector("form");
const code = document.querySelector("#code");
const alert = document.querySelector("[role=alert]");

document.querySelector("label").textContent = words.code;
document.querySelector("button").setAttribute("aria-label", words.ok);

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
  code.select();
  if (answer === null) alert.textContent = words.gone;
  else if (wait > 0) alert.textContent = words.wait.replace("{seconds}", wait);
  else alert.textContent = words.wrong;
}
