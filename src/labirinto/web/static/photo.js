// A photograph of a maze: shown at once, sent to the server, and the path drawn over it.
// The server answers with the points of the path; the picture itself does not come back.

import { failure, fill, messages, number } from "./words.js";

/** Pixels of the picture that is shown, and sent if the file is larger or no browser's usual kind. */
const MOST_PIXELS = 12e6;
const MOST_BYTES = 20e6;
const SENT_AS_THEY_ARE = ["image/jpeg", "image/png", "image/webp"];
/** The arrow keys move the cross by this share of the picture, and with Shift by a tenth of that. */
const STRIDE = 0.04;
const SAMPLE = "/maze/wilson/18x12/labirinto.png?ends=border&cell=28&wall=4";

const element = (id) => document.getElementById(id);
const form = element("photo-form");
const input = element("photo");
const canvas = element("photograph");
const ink = canvas.getContext("2d");

let bitmap = null;
let answer = null;
let chosen = [];
let cross = null;
let stop = null;

const say = (text) => { element("photo-state").textContent = text; };

function complain(text) {
  const line = document.createElement("p");
  line.className = "field-error";
  line.textContent = text;
  element("photo-problem").replaceChildren(...(text ? [line] : []));
}

/** Draws the photograph, and what is known of its maze; it is as large as the picture that was sent. */
function draw() {
  ink.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const width = Math.max(3, Math.max(canvas.width, canvas.height) / 250);
  const red = getComputedStyle(canvas).getPropertyValue("--on-photographs");
  ink.strokeStyle = red;
  ink.lineJoin = ink.lineCap = "round";
  if (answer?.points) {
    const [[x, y], [x2, y2]] = answer.points.slice(-2);
    ink.lineWidth = answer.thickness ?? Math.max(2, Math.hypot(x2 - x, y2 - y) / 4);
    ink.beginPath();
    for (const [x, y] of answer.points) ink.lineTo(x, y);
    ink.stroke();
  }
  ink.lineWidth = width;
  for (const [x, y] of answer?.place ? [...chosen, answer.place] : chosen) {
    ink.beginPath();
    ink.arc(x, y, 4 * width, 0, 2 * Math.PI);
    ink.stroke();
  }
  if (!cross) return;
  for (const [colour, thickness] of [["#ffffff", 2 * width], [red, width]]) {
    ink.strokeStyle = colour;
    ink.lineWidth = thickness;
    ink.beginPath();
    ink.moveTo(cross[0] - 6 * width, cross[1]);
    ink.lineTo(cross[0] + 6 * width, cross[1]);
    ink.moveTo(cross[0], cross[1] - 6 * width);
    ink.lineTo(cross[0], cross[1] + 6 * width);
    ink.stroke();
  }
}

/** Shows the file that was chosen; browsers turn it as the camera was held. */
async function open() {
  endChoice();
  stop?.abort();
  answer = bitmap = null;
  chosen = [];
  complain("");
  say("");
  element("which").hidden = true;
  element("which").querySelectorAll("label").forEach((label) => label.remove());
  for (const id of ["photo-ends", "photo-save"]) element(id).hidden = true;
  canvas.hidden = true;
  const file = input.files[0];
  if (!file) return;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    say(messages.unreadable);
    return;
  }
  if (file !== input.files[0]) return;
  const scale = Math.min(1, Math.sqrt(MOST_PIXELS / (bitmap.width * bitmap.height)));
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.hidden = false;
  canvas.setAttribute("aria-label", messages.picture);
  element("photo-ends").hidden = false;
  draw();
}

const asJpeg = (picture) => new Promise((done) => { picture.toBlob(done, "image/jpeg", 0.93); });

/** The picture as it is sent: as it is, or smaller and as JPEG. */
async function toSend() {
  const file = input.files[0];
  const isWhole = !bitmap || canvas.width === bitmap.width;
  if (isWhole && file.size <= MOST_BYTES && (!bitmap || SENT_AS_THEY_ARE.includes(file.type))) return file;
  if (!bitmap) return file;
  const { width, height } = canvas;
  const plain = Object.assign(document.createElement("canvas"), { width, height });
  plain.getContext("2d").drawImage(bitmap, 0, 0, width, height);
  return asJpeg(plain);
}

async function solve() {
  stop?.abort();
  const mine = (stop = new AbortController());
  const data = new FormData(form);
  data.set("photo", await toSend(), "photo");
  if (chosen.length === 2) data.set("places", chosen.map((place) => place.map(Math.round).join()).join("-"));
  answer = null;
  if (bitmap) draw();
  complain("");
  say(messages.solving);
  element("photo-working").hidden = false;
  let problem = "";
  try {
    const response = await fetch(form.action, {
      method: "POST", body: data, headers: { Accept: "application/json" }, signal: mine.signal,
    });
    const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
    if (isJson) answer = await response.json();
    if (!response.ok) problem = answer?.sentence ?? (response.status === 503 ? messages.busy : messages.failed);
  } catch (error) {
    problem = error.name === "AbortError" ? "" : failure(error);
  }
  if (mine !== stop) return;
  element("photo-working").hidden = true;
  say(problem ? "" : answer?.sentence ?? "");
  complain(problem);
  if (bitmap) draw();
  const isSolved = Boolean(answer?.points);
  element("photo-save").hidden = !bitmap || !isSolved;
  canvas.setAttribute("aria-label", isSolved ? messages.solved : messages.picture);
  if (answer?.reason === "several") offerMazes(answer.count);
  if (answer?.reason === "ends" && bitmap) beginChoice();
  if (isSolved && bitmap) canvas.scrollIntoView({ block: "nearest" });
}

/** Lets the visitor choose one of several mazes. */
function offerMazes(count) {
  const place = element("which");
  place.querySelectorAll("label").forEach((label) => label.remove());
  for (let which = 1; which <= count; which += 1) {
    const label = document.createElement("label");
    const radio = Object.assign(document.createElement("input"), { type: "radio", name: "which", value: which });
    const text = document.createElement("span");
    text.textContent = number(which);
    radio.setAttribute("aria-label", fill(messages.maze, { number: number(which) }));
    label.append(radio, text);
    place.append(label);
  }
  place.hidden = false;
  place.querySelector("input").focus();
}

function beginChoice() {
  chosen = [];
  cross = [canvas.width / 2, canvas.height / 2];
  canvas.tabIndex = 0;
  canvas.setAttribute("role", "application");
  canvas.setAttribute("aria-label", messages.choosing);
  canvas.classList.add("chooses");
  say(messages.choose_start);
  draw();
  canvas.focus();
}

function endChoice() {
  if (!cross) return;
  cross = null;
  canvas.removeAttribute("tabindex");
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", messages.picture);
  canvas.classList.remove("chooses");
  draw();
}

function choose(place) {
  chosen.push(place);
  if (chosen.length < 2) {
    say(messages.choose_end);
    draw();
    return;
  }
  endChoice();
  solve();
}

/** A sheet with a maze, a little aslant and in uneven light, in place of a photograph. */
async function sample() {
  const response = await fetch(SAMPLE);
  if (!response.ok) throw new Error(response.statusText);
  const maze = await createImageBitmap(await response.blob());
  const [width, height] = [Math.round(maze.width * 1.3), Math.round(maze.height * 1.4)];
  const sheet = Object.assign(document.createElement("canvas"), { width, height });
  const paper = sheet.getContext("2d");
  paper.fillStyle = "#f4f1ea";
  paper.fillRect(0, 0, width, height);
  paper.translate(width / 2, height / 2);
  paper.rotate(0.09);
  paper.globalCompositeOperation = "multiply";
  paper.drawImage(maze, -maze.width / 2, -maze.height / 2);
  paper.resetTransform();
  const light = paper.createLinearGradient(0, 0, width, height);
  light.addColorStop(0, "#ffffff");
  light.addColorStop(1, "#b8b4ac");
  paper.fillStyle = light;
  paper.fillRect(0, 0, width, height);
  const files = new DataTransfer();
  files.items.add(new File([await asJpeg(sheet)], "maze.jpg", { type: "image/jpeg" }));
  input.files = files.files;
  await open();
  await solve();
}

input.addEventListener("change", open);
element("photo-sample").addEventListener("click", () => sample().catch((error) => complain(failure(error))));
element("photo-camera").hidden = !matchMedia("(pointer: coarse)").matches;
element("photo-camera").addEventListener("click", () => {
  input.setAttribute("capture", "environment");
  input.click();
  input.removeAttribute("capture");
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  endChoice();
  solve();
});
element("which").addEventListener("change", solve);
element("photo-ends").addEventListener("click", beginChoice);
element("photo-stop").addEventListener("click", () => stop?.abort());
canvas.addEventListener("click", (event) => {
  if (!cross) return;
  const scale = canvas.width / canvas.getBoundingClientRect().width;
  choose([event.offsetX * scale, event.offsetY * scale]);
});
canvas.addEventListener("keydown", (event) => {
  if (!cross) return;
  const step = Math.max(canvas.width, canvas.height) * STRIDE * (event.shiftKey ? 0.1 : 1);
  const move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (move) {
    cross = [
      Math.min(canvas.width, Math.max(0, cross[0] + move[0] * step)),
      Math.min(canvas.height, Math.max(0, cross[1] + move[1] * step)),
    ];
    draw();
  } else if (event.key === "Enter" || event.key === " ") choose(cross);
  else if (event.key === "Escape") {
    chosen = [];
    say("");
    endChoice();
  } else return;
  event.preventDefault();
});
element("photo-save").addEventListener("click", async () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await asJpeg(canvas));
  link.download = "labirinto.jpg";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
});
// Firefox keeps the choice of a page that is loaded again.
if (input.files.length) open();
