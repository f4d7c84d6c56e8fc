// The first file of a web space leads on to a language: the one chosen here before, else the browser's.

import { recall } from "./storage.js";

const offered = document.getElementById("choose-language").dataset.languages.split(" ");

function written(tag) {
  const { language, script } = new Intl.Locale(tag).maximize();
  return `${language}-${script}`;
}

/** The language for a tag: of the same region or of none, and in the same script. */
function nearest(tag) {
  const fitting = offered.filter((one) => written(one) === written(tag));
  return fitting.find((one) => one.toLowerCase() === tag.toLowerCase()) ?? fitting.sort((one, other) => one.length - other.length)[0];
}

const kept = recall("language");
const code = [...(offered.includes(kept) ? [kept] : []), ...navigator.languages].map(nearest).find(Boolean) ?? offered[0];
location.replace(`${code}/`);
