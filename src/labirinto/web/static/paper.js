// Forms for books and worksheets: the preview follows the fields, and making a file shows that it does.
// The server renders everything; the script fetches the same page and takes its preview and its faults.

import { fetchPage, fillForm, followSliders, isOffline, pageOf, showFaults, takeOver } from "./parts.js";

const form = document.querySelector("form.book");
const making = document.getElementById("making-file");
const text = document.getElementById("making-text");

/** The address to which the form would lead, with the value of a button. */
function address(button) {
  const data = new FormData(form, button);
  data.delete("photo");
  return `${form.getAttribute("action")}?${new URLSearchParams(data)}`;
}

/** The form with its photograph, to send, if one was chosen. */
function withPhoto() {
  if (!form.elements.photo?.files.length) return null;
  const data = new FormData(form);
  data.set("make", "preview");
  return data;
}

let latest = 0;

/** Shows what the server makes of the fields, and remembers their address. */
async function show(button) {
  const mine = ++latest;
  const preview = document.getElementById("preview");
  preview.setAttribute("aria-busy", "true");
  const state = document.getElementById("preview-state");
  state.textContent = state.dataset.begun;
  try {
    const photo = button ? null : withPhoto();
    const [page, response] = await fetchPage(photo ? form.getAttribute("action") : address(button), photo);
    if (mine !== latest) return;
    showFaults(form, page);
    takeOver(page);
    for (const age of form.querySelectorAll(".ages button")) {
      const other = page.querySelector(`.ages [value="${age.value}"]`);
      age.setAttribute("aria-pressed", other.getAttribute("aria-pressed"));
    }
    if (response.ok && !photo) {
      // A button may have changed them.
      if (button || !form.elements.seed.value) fillForm(form, page);
      history.replaceState(null, "", response.url);
    }
    if (making.hidden) text.textContent = "";
  } catch (error) {
    if (mine !== latest) return;
    preview.removeAttribute("aria-busy");
    state.textContent = "";
    text.textContent = isOffline(error) ? text.dataset.offline : text.dataset.unseen;
  }
}

let stop = null;

/** Fetches a file, which then is in the browser's cache, and opens it at its address. */
async function make(button) {
  stop?.abort();
  const mine = (stop = new AbortController());
  making.hidden = false;
  text.textContent = text.dataset.begun;
  let response;
  try {
    response = await fetch(address(button), { signal: mine.signal });
    if (response.status === 422) {
      showFaults(form, await pageOf(response));
      form.querySelector("[aria-invalid]")?.focus();
    } else if (!response.ok) throw new Error(response.statusText);
    else await response.blob();
    text.textContent = "";
  } catch (error) {
    if (error.name === "AbortError") text.textContent = "";
    else text.textContent = isOffline(error) ? text.dataset.offline : text.dataset.failed;
    response = null;
  }
  if (mine !== stop) return;
  making.hidden = true;
  if (response?.ok) location.assign(response.url);
}

form.addEventListener("submit", (event) => {
  // The answer to a photograph is the file, which has no address.
  if (event.submitter?.formMethod === "post") return;
  event.preventDefault();
  const button = event.submitter?.name ? event.submitter : null;
  if (button?.name === "make") make(button);
  else show(button);
});
form.addEventListener("change", () => show(null));
followSliders(form);
document.getElementById("making-stop").addEventListener("click", () => stop?.abort());
