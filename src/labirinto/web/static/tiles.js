// Tiles of a picture that nobody makes whole: fetched as they are wanted, nearest first, and kept.

export const TILE = 256;
const KEPT = 256; // or twice what is wanted, if that is more
const AT_ONCE = 6;
const AGAIN = 1500;

export class Tiles {
  /**
   * `picture(level, x, y, signal)` promises the picture of a tile; `arrived` is called with each, or with
   * what kept it away.
   */
  constructor(picture, arrived) {
    this.picture = picture;
    this.arrived = arrived;
    this.pictures = new Map();
    this.coming = new Map();
    this.wanted = [];
  }

  key(level, x, y) {
    return `${level}/${x}/${y}`;
  }

  get(level, x, y) {
    const key = this.key(level, x, y);
    const picture = this.pictures.get(key);
    if (picture) {
      // The one used last is dropped last.
      this.pictures.delete(key);
      this.pictures.set(key, picture);
    }
    return picture;
  }

  /** Fetches these tiles, [level, x, y] each, in this order, and no others. */
  want(tiles) {
    this.wanted = tiles.filter((tile) => !this.get(...tile));
    this.most = Math.max(KEPT, 2 * tiles.length);
    const keys = new Set(this.wanted.map((tile) => this.key(...tile)));
    for (const [key, stop] of this.coming) if (!keys.has(key)) stop.abort();
    this.next();
  }

  next() {
    for (const tile of this.wanted) {
      if (this.coming.size >= AT_ONCE) return;
      if (!this.coming.has(this.key(...tile))) this.fetch(tile);
    }
  }

  async fetch(tile) {
    const key = this.key(...tile);
    const stop = new AbortController();
    this.coming.set(key, stop);
    let failed = null;
    try {
      const picture = await this.picture(...tile, stop.signal);
      if (this.isClosed) return;
      this.pictures.set(key, picture);
      this.wanted = this.wanted.filter((other) => this.key(...other) !== key);
      for (const [old, picture] of this.pictures) {
        if (this.pictures.size <= this.most) break;
        picture.close();
        this.pictures.delete(old);
      }
    } catch (error) {
      failed = error;
    }
    // A busy server is asked again, but not at once.
    if (failed && !stop.signal.aborted) await new Promise((done) => setTimeout(done, AGAIN));
    this.coming.delete(key);
    if (this.isClosed) return;
    // Nobody waits for a tile that is no longer wanted, perhaps since it failed.
    if (!failed || !stop.signal.aborted) this.arrived(failed);
    this.next();
  }

  close() {
    this.isClosed = true;
    for (const stop of this.coming.values()) stop.abort();
    for (const picture of this.pictures.values()) picture.close();
    this.pictures.clear();
    this.wanted = [];
  }
}
