// What is on a canvas, in black on white for paper.  No other tiles could come before it is printed.

/** A colour as three numbers, whatever its notation. */
export function rgbOf(context, colour) {
  context.fillStyle = colour;
  const text = context.fillStyle;
  return [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
}

/** Makes walls black and floor white, and what is between them grey. */
export function inBlack(context, floor, walls) {
  const { width, height } = context.canvas;
  if (!width || !height) return;
  const from = rgbOf(context, floor);
  const [red, green, blue] = rgbOf(context, walls).map((value, at) => value - from[at]);
  const all = red * red + green * green + blue * blue;
  const image = context.getImageData(0, 0, width, height);
  const { data } = image;
  for (let at = 0; at < data.length; at += 4) {
    const along = (data[at] - from[0]) * red + (data[at + 1] - from[1]) * green + (data[at + 2] - from[2]) * blue;
    const black = data[at + 3] ? Math.min(1, Math.max(0, along / all)) : 0;
    data[at] = data[at + 1] = data[at + 2] = 255 * (1 - black);
    data[at + 3] = 255;
  }
  context.putImageData(image, 0, 0);
}
