// Compares the parts of a page that the server made with those that the browser made.

/** An element as text: its attributes by name, and single spaces. */
function plain(node) {
  if (node.nodeType === Node.TEXT_NODE) return node.data.replace(/\s+/g, " ").trim();
  if (node.nodeType !== Node.ELEMENT_NODE) return "";
  const value = ({ name, value: text }) => (name === "class" ? text.trim().split(/\s+/).join(" ") : text);
  const attributes = [...node.attributes].map((one) => `${one.name}=${value(one).replace(location.origin + "/set", "/set")}`).sort();
  // What is in a field is compared below; by what is in data-here the viewer makes its maze itself.
  const isShown = (one) => !(node.localName === "input" ? /^(value|checked)=/ : /^data-here=/).test(one);
  const shown = attributes.filter(isShown);
  return `<${node.localName} ${shown.join(" ")}>${[...node.childNodes].map(plain).filter(Boolean).join("|")}`;
}

const fieldsOf = (page) => Object.fromEntries([...page.querySelectorAll("input[name]")]
  .filter((field) => field.closest("#controls, [data-part]") && (field.type !== "radio" || field.checked))
  .map((field) => {
    const isChosen = ["radio", "checkbox"].includes(field.type);
    return [`${field.name} ${isChosen ? field.value : ""}`, isChosen ? field.checked : field.value];
  }));

function partsOf(page) {
  const found = {};
  for (const part of page.querySelectorAll("[data-part]")) {
    if (part.dataset.part !== "form") found[part.dataset.part] = plain(part);
  }
  for (const meta of page.querySelectorAll('meta[property="og:url"], meta[property^="og:image"]')) {
    if (!/type|width|height/.test(meta.getAttribute("property"))) found[meta.getAttribute("property")] = meta.content;
  }
  for (const fault of page.querySelectorAll("[data-fault]")) found[`fault ${fault.dataset.fault}`] = plain(fault);
  return { ...found, ...fieldsOf(page) };
}

/**
 * What differs at some addresses of this page's language and algorithm, if scripts are at an address:
 * lists of the address, the part, what the server made of it, and what the browser.
 */
export async function differences(addresses, scripts) {
  const [made, settings] = await Promise.all(["made.js", "settings.js"].map((name) => import(scripts + name)));
  await made.prepare();
  const found = [];
  for (const address of addresses) {
    const response = await fetch(address);
    const theirs = new DOMParser().parseFromString(await response.text(), "text/html");
    const { search, href } = new URL(response.url);
    settings.learn(made.settingsOf(search).settings, JSON.parse(theirs.querySelector(".maze-data").textContent));
    const read = made.settingsOf(search);
    const maze = await made.makeMaze(read.settings);
    if (!maze) {
      found.push([address, "maze", "one", "none"]);
      continue;
    }
    const here = `${location.origin}${location.pathname}?${made.queryOf(maze.settings)}`;
    if (response.ok && href !== here) found.push([address, "address", href, here]);
    const [one, other] = [partsOf(theirs), partsOf(made.pageOf(maze, read))];
    // The server repeats an address that is invalid, and without a seed any maze is right.
    const isFree = (part) => !response.ok && /^(?!fault)[\w:]+$|^shown/.test(part);
    for (const part of new Set([...Object.keys(one), ...Object.keys(other)])) {
      if (isFree(part)) continue;
      if (one[part] !== other[part]) found.push([address, part, one[part] ?? null, other[part] ?? null]);
    }
  }
  return found;
}

function pixelsOf(picture) {
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext("2d");
  context.drawImage(picture, 0, 0);
  return `${picture.width} x ${picture.height}: ${context.getImageData(0, 0, picture.width, picture.height).data}`;
}

/** Which tiles of mazes differ, of queries with lists of level, column, row and what they show; and ends. */
export async function differentTiles(mazes, scripts) {
  const [made, large] = await Promise.all(["made.js", "large.js"].map((name) => import(scripts + name)));
  await made.prepare();
  const found = [];
  for (const [query, tiles] of mazes) {
    const { dataset } = made.pageOf(await made.makeMaze(made.settingsOf(query).settings)).getElementById("viewer");
    const server = large.fromServer(dataset);
    const here = large.fromWorker(JSON.parse(dataset.here), { tile: null, about: null });
    const [one, other] = await Promise.all([server.about(), here.about()]);
    if (JSON.stringify(one.middles) !== JSON.stringify(other.middles)) found.push([query, one, other]);
    for (const [level, x, y, how] of tiles) {
      const asked = [level, x, y, { look: "light", ...how }];
      const pictures = await Promise.all([server, here].map((source) => source.tile(...asked)));
      const [theirs, ours] = pictures.map(pixelsOf);
      if (theirs !== ours) found.push([query, ...asked]);
    }
  }
  return found;
}
