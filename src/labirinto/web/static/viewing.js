// The page of a maze that a command opened.

import { attachViewer } from "./viewer.js";

attachViewer();
// With the solution shown or hidden, the view stays.
const link = document.getElementById("view-solution");
link?.addEventListener("click", () => { link.hash = location.hash; });
