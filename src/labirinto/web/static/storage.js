// What a browser keeps, if it has a storage that may be used.

/** What is kept under a name; null if there is nothing, or nothing that can be read. */
export function recall(name, place = "localStorage") {
  try {
    return JSON.parse(window[place].getItem(name));
  } catch {
    return null;
  }
}

/** Keeps a value under a name, as far as that is possible; without storage it holds for this page. */
export function store(name, value, place = "localStorage") {
  try {
    window[place].setItem(name, JSON.stringify(value));
  } catch {
    // Full, or denied.
  }
}
