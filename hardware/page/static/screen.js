// The picture: 64 rows of 16 bytes, drawn on a canvas as large as whole device pixels allow.

export const WIDTH = 128;
export const HEIGHT = 64;
const LIT = [233, 241, 255];
const DARK = [5, 6, 9];

/** Draw the packed bits (leftmost pixel in the highest bit) pixel for pixel. */
export function draw(canvas, bits) {
  const context = canvas.getContext("2d", { alpha: false });
  const image = context.createImageData(WIDTH, HEIGHT);
  for (let i = 0; i < WIDTH * HEIGHT; i += 1) {
    const colour = bits[i >> 3] & (0x80 >> (i & 7)) ? LIT : DARK;
    image.data.set(colour, 4 * i);
    image.data[4 * i + 3] = 255;
  }
  context.putImageData(image, 0, 0);
}

/** Return the side of one pixel of the panel, in whole pixels of the device: at least one. */
export function scale(width, height, ratio) {
  return Math.max(1, Math.floor(Math.min((width * ratio) / WIDTH, (height * ratio) / HEIGHT)));
}

/** Make the canvas as large as fits into its slot and, beside all else, into the window. */
export function fit(canvas, slot) {
  const glass = getComputedStyle(canvas.parentElement);
  const frame = 2 * (parseFloat(glass.paddingLeft) + parseFloat(glass.borderLeftWidth));
  // What stands above and below the canvas in this layout: page.css knows.
  const rest = parseFloat(getComputedStyle(slot).getPropertyValue("--rest"));
  const width = slot.clientWidth - frame;
  const side = scale(width, innerHeight - rest, devicePixelRatio);
  canvas.style.width = `${(side * WIDTH) / devicePixelRatio}px`;
  canvas.style.height = `${(side * HEIGHT) / devicePixelRatio}px`;
  align(canvas);
}

/** Move the canvas by less than a pixel, onto the grid of the device's pixels. */
function align(canvas) {
  canvas.style.left = canvas.style.top = "0";
  const box = canvas.getBoundingClientRect();
  const off = (at) => (Math.round(at * devicePixelRatio) - at * devicePixelRatio) / devicePixelRatio;
  canvas.style.left = `${off(box.left + scrollX)}px`;
  canvas.style.top = `${off(box.top + scrollY)}px`;
}
