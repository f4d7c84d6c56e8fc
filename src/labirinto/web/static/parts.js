// Pages are rendered by the server; a script fetches one and takes its parts over.

/** Whether something could not be fetched because there is no network, or no server: no use to try again. */
export const isOffline = (error) => !navigator.onLine || error instanceof TypeError;

/** Fetches a page, with what is sent to it if there is something; gives its document, and the response. */
export async function fetchPage(address, body) {
  if (document.documentElement.dataset.server === "none") throw new Error("There is no server.");
  const response = await fetch(address, { headers: { Accept: "text/html" }, body, method: body ? "POST" : "GET" });
  if (response.status !== 200 && response.status !== 422) throw new Error(response.statusText);
  return [await pageOf(response), response];
}

export const pageOf = async (response) => new DOMParser().parseFromString(await response.text(), "text/html");

/** Replaces the parts of this page that depend on the fields; the form stays. */
export function takeOver(page) {
  const open = document.getElementById("measured")?.open;
  for (const part of page.querySelectorAll("[data-part]")) {
    const name = part.dataset.part;
    if (name === "form") continue;
    const place = document.querySelector(`[data-part="${name}"]`);
    // What is the same stays, unless fields in it may have been changed.
    if (part.querySelector("input") || !part.isEqualNode(place)) place.replaceWith(part);
  }
  if (open) document.getElementById("measured")?.setAttribute("open", "");
  for (const meta of page.querySelectorAll('meta[property^="og:"]')) {
    document.querySelector(`meta[property="${meta.getAttribute("property")}"]`)?.replaceWith(meta);
  }
}

/** Shows the server's messages at the fields of a form, but for those that were not sent. */
export function showFaults(form, page, unsent = new Set()) {
  const theirs = page.querySelector(".controls");
  for (const place of form.querySelectorAll("[data-fault]")) {
    const { fault } = place.dataset;
    const other = theirs.querySelector(`[data-fault="${fault}"]`);
    if (!other) continue; // it came with a part
    if (!unsent.has(fault) && !place.isEqualNode(other)) place.replaceWith(other);
  }
  for (const field of form.querySelectorAll("input[name]")) {
    if (unsent.has(field.name)) continue;
    const other = theirs.querySelector(`[name="${field.name}"]`);
    if (!other) continue; // it came with a part, and goes with it
    for (const name of ["aria-invalid", "aria-describedby"]) {
      if (other.hasAttribute(name)) field.setAttribute(name, other.getAttribute(name));
      else field.removeAttribute(name);
    }
  }
}

/** Sets the fields of a form to the values that the server sent back, but for those that were not sent. */
export function fillForm(form, page, unsent = new Set()) {
  const theirs = page.querySelector(".controls");
  for (const field of form.querySelectorAll("input[name]")) {
    if (unsent.has(field.name)) continue;
    const other = theirs.querySelector(
      field.type === "radio" || field.name === "shapes" ? `[name="${field.name}"][value="${field.value}"]` : `[name="${field.name}"]`,
    );
    if (!other && (field.type !== "radio" || field.closest("[data-part]") !== form)) continue; // it came with a part
    if (field.type === "radio") field.disabled = Boolean(other?.disabled);
    if (field.type === "radio" || field.type === "checkbox") field.checked = Boolean(other?.checked);
    else if (field !== document.activeElement || field.type === "color") field.value = other.value;
  }
}

/** Shows the values of sliders beside them, as they are moved. */
export function followSliders(form) {
  form.addEventListener("input", ({ target }) => {
    const output = target.closest(".slider")?.querySelector("output");
    const { lang, dataset } = document.documentElement;
    if (output) output.value = Number(target.value).toLocaleString(`${lang}-u-nu-${dataset.digits}`);
  });
}

/** The maze, its ends and its recipe, as the text that the scripts read. */
export const dataOf = (page) => page.querySelector(".maze-data").textContent;

/** Shows an error message, and what else there is to say; hides it if the text is empty. */
export function notice(text, ...more) {
  const place = document.getElementById("notice");
  place.replaceChildren(text, ...more);
  place.hidden = !text;
}

let waiting = 0;

/** Marks the maze as busy while something is made or fetched; a sign of it comes when that takes long. */
export async function busyWhile(act) {
  const stage = document.getElementById("stage");
  waiting += 1;
  stage.ariaBusy = "true";
  try {
    return await act();
  } finally {
    waiting -= 1;
    if (!waiting) stage.ariaBusy = null;
  }
}

/** Scrolls to the maze if not all of it can be seen, with the next frame: the page is laid out once. */
export const intoView = () => requestAnimationFrame(() => document.getElementById("figure")?.scrollIntoView({ block: "nearest" }));
