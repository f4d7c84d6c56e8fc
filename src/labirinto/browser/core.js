// The core: a WebAssembly module, compiled once, and calls into it with memory for their duration.

import { LabirintoError, TooLargeError } from "./values.js";

/** The digest of the core that fits this version; empty for any. */
const CORE = "aa6545ed3ff64c78";

/** An instance whose memory has grown beyond this is not kept: it never gives memory back. */
const MOST_BYTES_KEPT = 2 ** 26;

let module = null;
let loading = null;
let current = null;

/**
 * Loads the core, once.  The first maze does it as well.
 *
 * @param {URL|string|Response|Promise<Response>|BufferSource|WebAssembly.Module} [source] Where
 *   core.wasm is, or its bytes; by default it lies beside this file.
 */
export function load(source = new URL("core.wasm", import.meta.url)) {
  loading ??= compiled(source).then(
    (found) => { module = found; },
    (error) => {
      loading = null; // another call may have better luck
      throw error instanceof LabirintoError
        ? error : new LabirintoError(`The core cannot be loaded: ${error.message}.`, { cause: error });
    },
  );
  return loading;
}

async function compiled(source) {
  if (typeof WebAssembly === "undefined") {
    throw new LabirintoError("Mazes need WebAssembly, which is missing here; use a newer browser.");
  }
  const given = await source;
  const found = given instanceof WebAssembly.Module ? given : await WebAssembly.compile(await bytesOf(given));
  const [digest] = WebAssembly.Module.customSections(found, "labirinto");
  if (CORE && (!digest || new TextDecoder().decode(digest) !== CORE)) {
    throw new LabirintoError("This core.wasm is not of the version of labirinto.js; use both from the same version.");
  }
  return found;
}

async function bytesOf(source) {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return source;
  if (typeof source === "string" || source instanceof URL) {
    const url = new URL(source, globalThis.document?.baseURI ?? import.meta.url);
    if (url.protocol !== "file:") return bytesOf(await fetch(url));
    // An import would be followed by the tools that bundle scripts for browsers.
    const files = globalThis.process?.getBuiltinModule?.("node:fs");
    if (!files) throw new LabirintoError("A page in a file cannot read core.wasm; open it from a server.");
    return files.readFileSync(url);
  }
  if (!(source instanceof Response)) {
    throw new LabirintoError("Give the address of core.wasm, a response with it, or its bytes.");
  }
  if (!source.ok) throw new LabirintoError(`core.wasm was not found: ${source.status} at ${source.url}.`);
  return source.arrayBuffer();
}

/** An instance with a memory of its own. */
export class Core {
  #functions;
  #fault;
  isBroken = false;

  constructor() {
    if (!module) throw new LabirintoError("The core is not loaded yet: await labirinto.load() first.");
    try {
      this.#functions = new WebAssembly.Instance(module).exports;
    } catch (error) {
      throw new TooLargeError("There is not enough memory for the core that makes mazes.", { cause: error });
    }
    this.#functions._initialize();
    this.#fault = this.#functions.fault() >>> 0;
  }

  get size() {
    return this.#functions.memory.buffer.byteLength;
  }

  /**
   * Runs `work({functions, put, get, answer, numbers})`.  `put` takes an array, or a number of bytes
   * that are 0, into the memory until the end of the call and returns where it lies;
   * `get(place, size)` copies bytes; `answer` copies the last answer, `numbers` as 32-bit numbers.
   *
   * @param {string} what What needs the memory, to begin a sentence.
   */
  call(what, work) {
    const functions = this.#functions;
    const taken = [];
    const tooLarge = () => new TooLargeError(`${what} needs more memory than there is; make a smaller one.`);
    const put = (data) => {
      const isSize = typeof data === "number";
      const place = functions.take((isSize ? data : data.byteLength) || 1) >>> 0;
      if (!place) throw tooLarge();
      taken.push(place);
      if (!isSize) {
        const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
        new Uint8Array(functions.memory.buffer, place, bytes.length).set(bytes);
      }
      return place;
    };
    const get = (place, size) => new Uint8Array(functions.memory.buffer, place >>> 0, size).slice();
    const answer = () => get(functions.answer(), functions.answer_size());
    try {
      return work({ functions, put, get, answer, numbers: () => new Uint32Array(answer().buffer) });
    } catch (error) {
      if (error instanceof LabirintoError) throw error;
      this.isBroken = true;
      const [reason] = new Uint32Array(functions.memory.buffer, this.#fault, 1);
      if (reason === 1) throw tooLarge();
      const { message } = error;
      throw new LabirintoError(`${what} cannot be worked out: the core stopped (${message}).`, { cause: error });
    } finally {
      if (!this.isBroken) taken.forEach((place) => functions.release(place));
    }
  }
}

/** A call in the instance that all share, or in a new one if the last call has spoilt it. */
export function call(what, work) {
  current ??= new Core();
  const core = current;
  try {
    return core.call(what, work);
  } finally {
    if (core.isBroken || core.size > MOST_BYTES_KEPT) current = null;
  }
}

let numbers = null;

/** The number of a kernel. */
export function kernelNumber(name) {
  numbers ??= call("The list of kernels", ({ functions }) => {
    const found = new Map();
    for (let k = 0; ; k += 1) {
      const place = functions.kernel_name(k) >>> 0;
      if (!place) return found;
      const text = new Uint8Array(functions.memory.buffer, place);
      found.set(new TextDecoder().decode(text.slice(0, text.indexOf(0))), k);
    }
  });
  return numbers.get(name);
}
