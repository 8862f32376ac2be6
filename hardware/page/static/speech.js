// What a screen reader says of the pictures: a new screen whole, afterwards only what changed.

/** Return all lines of a picture, the chosen one as such. */
export function allOf(picture) {
  return picture.texts.map((line, index) => (index === picture.chosen ? picture.said : line));
}

/** Return the lines that tell a picture from the one before it, which may be null. */
export function newsOf(before, picture) {
  const lines = allOf(picture);
  if (before === null || before.screen !== picture.screen) return lines;
  const known = new Set(before.texts);
  const sameChoice = before.texts[before.chosen] === picture.texts[picture.chosen];
  return lines.filter((_, index) => {
    if (index === picture.chosen) return !sameChoice;
    return !known.has(picture.texts[index]);
  });
}
