// Handing a link on: by the system's panel, or by the clipboard.

/** Opens the system's panel; gives whether it did, even if the visitor then thought better of it. */
export async function share(data) {
  if (!navigator.share) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error.name === "AbortError";
  }
}

/** Gives whether the link is in the clipboard. */
export async function copy(link) {
  try {
    await navigator.clipboard.writeText(link);
    return true;
  } catch {
    return false;
  }
}
