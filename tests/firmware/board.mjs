// Runs the panel's firmware under MicroPython: a Pico whose USB line is the descriptor `wire`, and whose
// pins and display are handled by commands on standard input (emulator.py).
import fs from "node:fs";
import path from "node:path";

const [micropython, firmware, emulator, wire] = process.argv.slice(2);
const HEAP = 192 * 1024; // bytes: what MicroPython leaves on a Pico

const { loadMicroPython } = await import(micropython);
const mp = await loadMicroPython({ heapsize: HEAP, stderr: (line) => console.error(line) });

const NOTHING_NOW = new Set(["EAGAIN", "EIO"]); // EIO: nobody has the other end open
const nap = new Int32Array(new SharedArrayBuffer(4));
const buffer = Buffer.alloc(4096);

function patient(act, otherwise) {
  try {
    return act();
  } catch (error) {
    if (NOTHING_NOW.has(error.code)) return otherwise;
    throw error;
  }
}

globalThis.host = {
  wire: Number(wire),
  read(descriptor) {
    const length = patient(() => fs.readSync(descriptor, buffer), 0);
    return buffer.toString("hex", 0, length);
  },
  write(descriptor, hex) {
    const bytes = Buffer.from(hex, "hex");
    return patient(() => fs.writeSync(descriptor, bytes), 0);
  },
  sleep(milliseconds) {
    Atomics.wait(nap, 0, 0, milliseconds);
  },
  exit(status) {
    process.exit(status);
  },
};

for (const folder of [firmware, emulator]) {
  for (const name of fs.readdirSync(folder).filter((name) => name.endsWith(".py"))) {
    mp.FS.writeFile("/" + name, fs.readFileSync(path.join(folder, name)));
  }
}
try {
  mp.runPython("import sys\nsys.path.insert(0, '/')\nimport emulator\nimport main");
} catch (error) {
  console.error(error.message); // Node itself would print the whole of MicroPython beside it
  process.exit(1);
}
