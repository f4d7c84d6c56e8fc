// Forms for books and worksheets: the preview follows the fields, and making a file shows that it does.
// The server renders everything; the script fetches the same page and takes its preview and its faults.

const form = document.querySelector("form.book");
const making = document.getElementById("making-file");
const text = document.getElementById("making-text");

/** The address to which the form would lead, with the value of a button. */
function address(button) {
  const data = new URLSearchParams(new FormData(form, button));
  return `${form.getAttribute("action")}?${data}`;
}

function exchange(part, page) {
  document.querySelector(part).replaceWith(page.querySelector(part));
}

/** Sets the fields that a button has changed. */
function fill(page) {
  for (const field of form.querySelectorAll("input[name]:not([type=radio], [type=checkbox])")) {
    const other = page.querySelector(`form.book [name="${field.name}"]`);
    if (other && field !== document.activeElement) field.value = other.value;
  }
}

function showFaults(page) {
  for (const place of form.querySelectorAll("[data-fault]")) {
    place.replaceWith(page.querySelector(`[data-fault="${place.dataset.fault}"]`));
  }
  for (const field of form.querySelectorAll("input[name]")) {
    const other = page.querySelector(`form.book [name="${field.name}"]`);
    for (const name of ["aria-invalid", "aria-describedby"]) {
      if (other?.hasAttribute(name)) field.setAttribute(name, other.getAttribute(name));
      else field.removeAttribute(name);
    }
  }
}

const parse = async (response) => new DOMParser().parseFromString(await response.text(), "text/html");

let latest = 0;

/** Shows what the server makes of the fields, and remembers their address. */
async function show(button) {
  const mine = ++latest;
  const preview = document.getElementById("preview");
  preview.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(address(button), { headers: { Accept: "text/html" } });
    if (response.status !== 200 && response.status !== 422) throw new Error(response.statusText);
    const page = await parse(response);
    if (mine !== latest) return;
    showFaults(page);
    exchange("#preview", page);
    for (const age of form.querySelectorAll(".ages button")) {
      const other = page.querySelector(`.ages [value="${age.value}"]`);
      age.setAttribute("aria-pressed", other.getAttribute("aria-pressed"));
    }
    if (response.ok) {
      if (button || !form.elements.seed.value) fill(page);
      exchange('[data-part="languages"]', page);
      history.replaceState(null, "", response.url);
    }
    if (making.hidden) text.textContent = "";
  } catch {
    if (mine !== latest) return;
    preview.removeAttribute("aria-busy");
    text.textContent = text.dataset.unseen;
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
      showFaults(await parse(response));
      form.querySelector("[aria-invalid]")?.focus();
    } else if (!response.ok) throw new Error(response.statusText);
    else await response.blob();
    text.textContent = "";
  } catch (error) {
    text.textContent = error.name === "AbortError" ? "" : text.dataset.failed;
    response = null;
  }
  if (mine !== stop) return;
  making.hidden = true;
  if (response?.ok) location.assign(response.url);
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const button = event.submitter?.name ? event.submitter : null;
  if (button?.name === "make") make(button);
  else show(button);
});
form.addEventListener("change", () => show(null));
form.addEventListener("input", (event) => {
  const output = event.target.closest(".slider")?.querySelector("output");
  if (output) output.value = Number(event.target.value).toLocaleString(document.documentElement.lang);
});
document.getElementById("making-stop").addEventListener("click", () => stop?.abort());
