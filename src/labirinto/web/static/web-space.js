// On a web space: files that a server would make, and the chosen language.

import { store } from "./storage.js";

// ---- Languages ----

for (const link of document.querySelectorAll(".languages a")) {
  link.addEventListener("click", () => store("language", link.hreflang));
}
document.addEventListener("click", ({ target }) => {
  const link = target.closest?.(".languages a");
  // The same maze in another language.
  if (link) link.search = location.search;
}, { capture: true });

// ---- Files ----

const TYPES = { svg: "image/svg+xml", txt: "text/plain", json: "application/json" };

/** Draws a picture of a maze, as `toSVG` writes it. */
function painted(svg) {
  const root = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const canvas = document.createElement("canvas");
  for (const side of ["width", "height"]) canvas[side] = root.getAttribute(side);
  const pen = canvas.getContext("2d");
  pen.fillStyle = root.querySelector("#floor").getAttribute("fill");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  for (const group of root.querySelectorAll("g")) {
    const [left, top, scale] = group.getAttribute("transform").match(/[\d.]+/g).map(Number);
    pen.setTransform(scale, 0, 0, scale, left, top);
    for (const shape of group.children) paint(pen, shape);
  }
  return new Promise((done) => { canvas.toBlob(done, "image/png"); });
}

function paint(pen, shape) {
  const at = (name) => Number(shape.getAttribute(name));
  pen.fillStyle = shape.getAttribute("fill");
  if (shape.localName === "rect") pen.fillRect(at("x"), at("y"), at("width"), at("height"));
  else if (shape.localName === "circle") {
    pen.beginPath();
    pen.arc(at("cx"), at("cy"), at("r"), 0, 2 * Math.PI);
    pen.fill();
  } else {
    pen.strokeStyle = shape.getAttribute("stroke");
    pen.lineWidth = at("stroke-width");
    pen.lineCap = shape.getAttribute("stroke-linecap");
    pen.lineJoin = shape.getAttribute("stroke-linejoin");
    pen.stroke(new Path2D(shape.getAttribute("d")));
  }
}

async function save({ dataset: { format, closed }, download }) {
  const { fileOfLatest } = await import("./alone.js");
  const content = await fileOfLatest(format === "png" ? "svg" : format, closed !== undefined);
  const blob = format === "png" ? await painted(content) : new Blob([content], { type: TYPES[format] });
  if (!blob) throw new RangeError("The picture is too large.");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = download;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest?.("a[data-format]");
  if (!link) return;
  event.preventDefault();
  try {
    await save(link);
  } catch (error) {
    const { failure, messages } = await import("./words.js");
    const notice = document.getElementById("notice");
    notice.textContent = failure(error, messages.unmade);
    notice.hidden = false;
  }
});
