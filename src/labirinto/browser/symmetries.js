// Symmetries of a rectangle: which mazes have them, and which of their passages are open from the start.

import { sizeText } from "./cells.js";
import { Bits, InvalidValueError, SYMMETRY, childSeed, oneOf, shown } from "./values.js";

const FLIPS_X = 1;
const FLIPS_Y = 2;
const SWAPS = 4;

/** The maps onto itself that do not change a maze, as the core takes them. */
export const SYMMETRIES = {
  x: [FLIPS_X],
  y: [FLIPS_Y],
  xy: [FLIPS_X, FLIPS_Y, FLIPS_X | FLIPS_Y],
  turn2: [FLIPS_X | FLIPS_Y],
  turn4: [FLIPS_X | FLIPS_Y, SWAPS | FLIPS_X, SWAPS | FLIPS_Y],
};

/** The name of a symmetry that a maze of this recipe, the rest of which is checked, can have. */
export function checkedSymmetry(symmetry, { width, height, mask, ...recipe }) {
  const others = { rooms: "Rooms", braid: "Loops", sparse: "Removed cells" };
  for (const [name, words] of Object.entries(others)) {
    if (recipe[name] !== undefined) {
      throw new InvalidValueError(`${words} would spoil the symmetry ${shown(symmetry)}; leave out one of them.`);
    }
  }
  const name = oneOf("symmetry", symmetry, Object.keys(SYMMETRIES));
  if (mask) throw new InvalidValueError("A symmetric maze cannot have a mask; leave out the mask or the symmetry.");
  const areEven = width % 2 === 0 && height % 2 === 0;
  let fix = "";
  if (name === "turn4" && (width !== height || areEven)) fix = "make it a square with an odd side";
  else if ((name === "xy" || name === "turn2") && areEven) fix = "make one side odd";
  if (!fix) return name;
  throw new InvalidValueError(`No perfect maze of ${sizeText({ width, height })} cells has symmetry '${name}'; ${fix}.`);
}

/** The passages of a symmetric maze that equal their own image, and are open: see Python's `open_passages`. */
export function openPassages({ width, height }, name, seed) {
  const bits = new Bits(childSeed(seed, SYMMETRY));
  const [x, y] = [Math.floor((width - 1) / 2), Math.floor((height - 1) / 2)];
  const column = Array.from({ length: height - 1 }, (_, row) => [[x, row], [x, row + 1]]);
  const line = Array.from({ length: width - 1 }, (_, place) => [[place, y], [place + 1, y]]);
  const across = (isX) => {
    const place = bits.below(isX ? height : width);
    return isX ? [[[x, place], [x + 1, place]]] : [[[place, y], [place, y + 1]]];
  };
  if (name === "turn2" && width % 2 !== height % 2) return width % 2 ? [column[y]] : [line[x]];
  if (name === "xy") return [...(width % 2 ? column : []), ...(height % 2 ? line : [])];
  if (name === "x") return width % 2 ? column : across(true);
  if (name === "y") return height % 2 ? line : across(false);
  return [];
}
