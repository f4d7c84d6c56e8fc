// The first file of a web space leads on to a language: the one chosen here before, else the browser's.

import { recall } from "./storage.js";

const offered = document.getElementById("choose-language").dataset.languages.split(" ");
const wanted = [recall("language"), ...navigator.languages].map((tag) => String(tag).split("-")[0].toLowerCase());
const code = wanted.find((one) => offered.includes(one)) ?? offered[0];
location.replace(`${code}/`);
