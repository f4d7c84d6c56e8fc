// Errors, the checks of what is given, and seeds: as in Python, by the same rules.

/** An error with one sentence that names the wrong value and what to give instead. */
export class LabirintoError extends Error {
  name = "LabirintoError";
  /** The name of the argument, where one argument is at fault; else null. */
  field = null;
  /** What was given for it. */
  value = undefined;
}

/** An invalid size, seed, parameter, cell or style. */
export class InvalidValueError extends LabirintoError {
  name = "InvalidValueError";

  static of(field, value, requirement) {
    const error = new InvalidValueError(`${field} is ${shown(value)}; it must be ${requirement}.`);
    return Object.assign(error, { field, value });
  }
}

/** Something that does not fit into memory. */
export class TooLargeError extends LabirintoError {
  name = "TooLargeError";
}

/** Two cells that no path joins, in a maze that is not connected. */
export class NoPathError extends LabirintoError {
  name = "NoPathError";
}

/** A value as error messages show it, on one line and not too long. */
export function shown(value) {
  let text;
  if (typeof value === "string") text = quoted(value);
  else if (value === null || value === undefined) text = "None";
  else if (ArrayBuffer.isView(value)) text = `${value.constructor.name} of ${value.length}`;
  else if (typeof value === "object") text = jsonOf(value);
  else text = String(value);
  text = text.replace(/\s*\n\s*/g, " ");
  return text.length <= 200 ? text : `${text.slice(0, 200)}...`;
}

function quoted(text) {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const inside = text.replace(/[\\\x00-\x1f\x7f-\x9f\u2028\u2029]/g, (one) => {
    const code = one.charCodeAt(0).toString(16);
    return { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" }[one]
      ?? (code.length > 2 ? `\\u${code}` : `\\x${code.padStart(2, "0")}`);
  });
  return mark + (mark === "'" ? inside.replaceAll("'", "\\'") : inside) + mark;
}

function jsonOf(value) {
  try {
    return JSON.stringify(value, (_, part) => (typeof part === "bigint" ? String(part) : part)) ?? "an object";
  } catch {
    return "an object"; // with a reference to itself
  }
}

/** A number of things, such as `1 maze` or `2 mazes`. */
export const counted = (number, thing) => (number === 1 ? `${number} ${thing}` : `${number} ${thing}s`);

/** Refuses options of a name that nothing has: the rest, once those with a name are taken. */
export function refuseOthers(others, names) {
  const [other] = Object.keys(others);
  if (other === undefined) return;
  throw new InvalidValueError(`There is no option ${shown(other)}; there is ${names.join(", ")}.`);
}

export function wholeNumber(name, value, least, most = Infinity) {
  const number = typeof value === "bigint" ? Number(value) : value;
  if (!Number.isInteger(number)) throw InvalidValueError.of(name, value, "a whole number");
  if (number < least || number > most) {
    const bounds = most === Infinity ? `at least ${least}` : `from ${least} to ${most}`;
    throw InvalidValueError.of(name, value, bounds);
  }
  return number;
}

export function realNumber(name, value, least = -Number.MAX_VALUE, most = Number.MAX_VALUE) {
  if (typeof value !== "number" || !(least <= value && value <= most)) {
    const bounds = most === Number.MAX_VALUE ? "" : ` from ${least} to ${most}`;
    throw InvalidValueError.of(name, value, `a number${bounds}`);
  }
  return value;
}

export function oneOf(name, value, choices) {
  if (!choices.includes(value)) throw InvalidValueError.of(name, value, `one of ${choices.join(", ")}`);
  return value;
}

export function truthValue(name, value) {
  if (typeof value !== "boolean") throw InvalidValueError.of(name, value, "true or false");
  return value;
}

// ---- Seeds ----

const SEED_LIMIT = 2n ** 64n;
const WORD = SEED_LIMIT - 1n;

/** Purposes of child streams. */
export const BRAID = 6n;
export const ROOMS = 8n;
export const SYMMETRY = 13n;

const SPACE = "[\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
const SPACES_AROUND = new RegExp(`^${SPACE}+|${SPACE}+$`, "g");
const BREAKS = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/;
const NUMBER = new RegExp(`^[+-]?\\p{Nd}+(${SPACE}*(\\^|\\*\\*)${SPACE}*\\p{Nd}+)?$`, "u");
const WITHIN_20_DIGITS = /^[+-]?0*\p{Nd}{1,20}$/u;

/** The value of a decimal digit of any script: scripts have theirs one after the other. */
export function digit(character) {
  const code = character.codePointAt(0);
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}

/**
 * A seed in its normal form: a number, or a text that is not a whole number.  From 2^53 on a number
 * is a text of its digits, since JSON would round it.
 */
export function normalizeSeed(seed) {
  let number = -1n;
  let text = seed;
  if (typeof seed === "string") {
    text = seed.replace(SPACES_AROUND, "");
    if (!text) throw new InvalidValueError("The seed is empty; give a number or a text, or leave it out.");
    if (BREAKS.test(text)) {
      throw new InvalidValueError(`The seed ${shown(text)} has a line break or a control character; remove it.`);
    }
    if (!NUMBER.test(text)) {
      if (/\p{Cs}/u.test(text)) throw new InvalidValueError(`The seed ${shown(text)} is not a valid Unicode text.`);
      return text;
    }
    if (WITHIN_20_DIGITS.test(text)) {
      const sign = text.startsWith("-") ? -1n : 1n;
      number = sign * BigInt(text.replace(/[+-]/, "").replace(/\p{Nd}/gu, (one) => digit(one)));
    }
  } else if (typeof seed === "bigint") number = seed;
  else if (Number.isSafeInteger(seed)) number = BigInt(seed);
  else if (Number.isInteger(seed) && seed > 0) {
    throw new InvalidValueError(
      `The seed ${seed} is rounded, as numbers from 2^53 on are; give it as a text, or a BigInt.`,
    );
  } else if (!Number.isInteger(seed)) {
    throw new InvalidValueError(`The seed ${shown(seed)} is neither a whole number nor a text.`);
  }
  if (number < 0n || number >= SEED_LIMIT) {
    throw new InvalidValueError(`The seed ${text} is not a whole number from 0 to ${SEED_LIMIT - 1n}.`);
  }
  return number <= Number.MAX_SAFE_INTEGER ? Number(number) : String(number);
}

/** The 64-bit number that a seed in its normal form stands for. */
export function seedNumber(normal) {
  if (typeof normal === "number" || /^[0-9]+$/.test(normal)) return BigInt(normal);
  return blake2b8(new TextEncoder().encode(normal.normalize("NFC")));
}

/** A seed from the system's entropy, below 2^53. */
export function freshSeed() {
  const [low, high] = crypto.getRandomValues(new Uint32Array(2));
  return (high >>> 11) * 2 ** 32 + low;
}

/** The first output of SplitMix64 from a state (Steele, Lea and Flood 2014). */
export function splitMix(state) {
  let z = (state + 0x9e3779b97f4a7c15n) & WORD;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & WORD;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & WORD;
  return z ^ (z >> 31n);
}

/** The seed of the k-th child stream for a purpose. */
export const childSeed = (seed, purpose, k = 0n) => splitMix(splitMix(splitMix(seed) ^ purpose) ^ k);

/** The nearest whole number; of two the even one, as in Python. */
export function roundedToEven(number) {
  const rounded = Math.round(number);
  return number % 1 === 0.5 && rounded % 2 ? rounded - 1 : rounded;
}

/** A probability in units of 2^-32, as the random stream compares it. */
export const threshold = (probability) => BigInt(roundedToEven(probability * 2 ** 32));

const turned = (word, count) => ((word << count) | (word >> (64n - count))) & WORD;

/** Random bits of xoshiro256++ (Blackman and Vigna 2019), low end first from each word. */
export class Bits {
  #bits = 0n;
  #left = 0n;
  #words;

  constructor(seed) {
    this.#words = [0n, 1n, 2n, 3n].map((k) => splitMix((seed + k * 0x9e3779b97f4a7c15n) & WORD));
  }

  #next() {
    let [a, b, c, d] = this.#words;
    const result = (turned((a + d) & WORD, 23n) + a) & WORD;
    const shifted = (b << 17n) & WORD;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    this.#words = [a, b, c ^ shifted, turned(d, 45n)];
    return result;
  }

  #take(count) {
    if (this.#left < count) {
      this.#bits |= this.#next() << this.#left;
      this.#left += 64n;
    }
    const value = this.#bits & ((1n << count) - 1n);
    this.#bits >>= count;
    this.#left -= count;
    return Number(value);
  }

  /** A number from 0 to count - 1, each equally likely; redrawn while too large. */
  below(count) {
    if (count === 1) return 0;
    const width = BigInt(32 - Math.clz32(count - 1));
    for (;;) {
      const value = this.#take(width);
      if (value < count) return value;
    }
  }
}

// ---- BLAKE2b (RFC 7693), with a digest of 8 bytes as a number ----

const START = [
  0x6a09e667f3bcc908n, 0xbb67ae8584caa73bn, 0x3c6ef372fe94f82bn, 0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n, 0x9b05688c2b3e6c1fn, 0x1f83d9abfb41bd6bn, 0x5be0cd19137e2179n,
];
const ORDERS = [
  "0123456789abcdef", "ea489fd61c02b753", "b8c052fdae367194", "7931dcbe265a40f8",
  "905724afe1bc683d", "2c6a0b834d75fe19", "c51fed4a0763928b", "db7ec13950f4862a",
  "6fe9b308c2d714a5", "a2847615fb9e3cd0",
].map((order) => Array.from(order, (place) => parseInt(place, 16)));
const COLUMNS_AND_DIAGONALS = [
  [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
  [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
];

function blake2b8(data) {
  const state = [...START];
  state[0] ^= 0x01010008n; // the length of the digest, without a key
  const blocks = Math.max(1, Math.ceil(data.length / 128));
  const padded = new DataView(new ArrayBuffer(128 * blocks));
  new Uint8Array(padded.buffer).set(data);
  for (let block = 0; block < blocks; block += 1) {
    const words = Array.from({ length: 16 }, (_, k) => padded.getBigUint64(128 * block + 8 * k, true));
    const v = [...state, ...START];
    v[12] ^= BigInt(Math.min(data.length, 128 * (block + 1)));
    if (block === blocks - 1) v[14] ^= WORD;
    for (let round = 0; round < 12; round += 1) {
      const order = ORDERS[round % 10];
      COLUMNS_AND_DIAGONALS.forEach(([a, b, c, d], k) => {
        v[a] = (v[a] + v[b] + words[order[2 * k]]) & WORD;
        v[d] = turned(v[d] ^ v[a], 32n);
        v[c] = (v[c] + v[d]) & WORD;
        v[b] = turned(v[b] ^ v[c], 40n);
        v[a] = (v[a] + v[b] + words[order[2 * k + 1]]) & WORD;
        v[d] = turned(v[d] ^ v[a], 48n);
        v[c] = (v[c] + v[d]) & WORD;
        v[b] = turned(v[b] ^ v[c], 1n);
      });
    }
    state.forEach((word, k) => { state[k] = word ^ v[k] ^ v[k + 8]; });
  }
  return state[0];
}
