// Pages are rendered by the server; a script fetches one and takes its parts over.

/** Fetches a page; gives its document, and the response. */
export async function fetchPage(address) {
  const response = await fetch(address, { headers: { Accept: "text/html" } });
  if (response.status !== 200 && response.status !== 422) throw new Error(response.statusText);
  return [new DOMParser().parseFromString(await response.text(), "text/html"), response];
}

/** Replaces the parts of this page that depend on the maze; the form stays. */
export function takeOver(page) {
  const open = document.getElementById("measured")?.open;
  for (const part of page.querySelectorAll("[data-part]")) {
    const name = part.dataset.part;
    if (name !== "form") document.querySelector(`[data-part="${name}"]`).replaceWith(part);
  }
  if (open) document.getElementById("measured")?.setAttribute("open", "");
  for (const meta of page.querySelectorAll('meta[property^="og:"]')) {
    document.querySelector(`meta[property="${meta.getAttribute("property")}"]`)?.replaceWith(meta);
  }
}

/** The maze, its ends and its recipe, as the text that the scripts read. */
export const dataOf = (page) => page.querySelector(".maze-data").textContent;
