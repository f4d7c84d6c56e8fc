// A maze in a frame of another page: to play, and new ones like it.

import { queryLike, showAnother } from "./another.js";
import { isWithoutServer, makeSoon } from "./maker.js";
import { attachGame } from "./play.js";

const show = (query) => showAnother(game, query, `${location.pathname}?${query}`, showEnds);
const next = () => show(queryLike("seed"));
const showEnds = () => document.getElementById("figure").classList.add("shows-ends");

const game = attachGame({ restoreSwitches: showEnds, next });
showEnds();
game.attach();
makeSoon(document.getElementById("play"));
document.getElementById("embed-new").addEventListener("click", next);
// Where there is no server, files show one maze; what an address asks for is made here.
if (isWithoutServer) show(location.search.slice(1));
