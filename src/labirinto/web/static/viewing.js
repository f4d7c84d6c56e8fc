// The page of a maze that a command opened.

import { attachViewer } from "./viewer.js";

attachViewer();
