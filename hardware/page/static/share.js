// The result as a picture and the game's record: to another app where the browser can, else saved.

const FILES = ["picture", "record"];

/**
 * Give the file of this link away; resolve to the name of a word that says why not, or to "".
 * Without a link all files go to another app together; "choose" where the browser cannot do that.
 */
export async function share(link) {
  const names = link === null ? FILES : [link.id];
  const answers = await Promise.all(names.map((name) => fetch(name).catch(() => null)));
  const given = answers.filter((answer) => answer?.ok);
  if (given.length === 0) return reason(answers[0]);
  const files = await Promise.all(given.map(fileOf));
  if (navigator.canShare?.({ files })) return send(files);
  if (link === null) return "choose";
  save(files[0]);
  return "";
}

function reason(answer) {
  if (answer === null) return "gone";
  return { 403: "secret", 404: "nogame" }[answer.status] ?? "later";
}

async function fileOf(answer) {
  const name = /filename="(.+)"/.exec(answer.headers.get("Content-Disposition"))[1];
  return new File([await answer.blob()], name, { type: answer.headers.get("Content-Type").split(";")[0] });
}

async function send(files) {
  await navigator.share({ files }).catch(() => {}); // the player changed their mind
  return "";
}

function save(file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
