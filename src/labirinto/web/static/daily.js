// Without a server: leads on to the maze of today, as UTC has it.

const days = JSON.parse(document.getElementById("days").textContent);
const DAY = 86_400_000; // milliseconds
const today = new Date();
// Python counts the days from the first of January of the year 1.
const number = Math.floor(today / DAY) + 719_163;
const seed = today.toISOString().slice(0, 10);
location.replace(days[number % days.length].replace("SEED", seed));
