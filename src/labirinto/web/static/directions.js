// A direction is a number of quarter turns clockwise: 0 right, 0.5 down to the right, 1 down, 2 left, 3 up.

/** Of the four, with y down. */
export const STEPS = [[1, 0], [0, 1], [-1, 0], [0, -1]];

/** The passages of a cell of a rectangle, by these four, in the digit that stands for it. */
export const BITS = [2, 4, 8, 1];

export const ARROWS = { ArrowRight: 0, ArrowDown: 1, ArrowLeft: 2, ArrowUp: 3 };
export const KEYS = { ...ARROWS, KeyD: 0, KeyS: 1, KeyA: 2, KeyW: 3 };

/** For cells that are not squares. */
export const SLANTED_KEYS = {
  KeyC: 0.5, KeyZ: 1.5, KeyQ: 2.5, KeyE: 3.5,
  Numpad6: 0, Numpad3: 0.5, Numpad2: 1, Numpad1: 1.5, Numpad4: 2, Numpad7: 2.5, Numpad8: 3, Numpad9: 3.5,
};
