// Handing a link on: by the system's panel, or by the clipboard.

import { messages } from "./words.js";

/** Opens the system's panel; gives whether it did, even if the visitor then thought better of it. */
async function share(data) {
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

/** Hands a link on in the way that there is; gives what to say of it: the link, if it must be copied by hand. */
export async function handOn(data) {
  if (await share(data)) return "";
  return (await copy(data.url)) ? messages.copied : data.url;
}
