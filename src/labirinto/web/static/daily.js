// Without a server: leads on to the maze of today.

import { dayAddress, dayAgo } from "./days.js";

const days = JSON.parse(document.getElementById("days").textContent);
location.replace(dayAddress(days, dayAgo(0)));
