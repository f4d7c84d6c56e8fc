// Starts the worker by which what was seen works without a network.

/** Lets the worker, which was not there yet, see this page and all that it has loaded. */
function seeAgain() {
  const files = performance.getEntriesByType("resource").map((entry) => entry.name);
  // What is not read to its end keeps a connection.
  const see = (address, options) => fetch(address, options).then((response) => response.blob()).catch(() => {});
  see(location.href, { headers: { Accept: "text/html" } });
  for (const file of files) if (file.startsWith(location.origin)) see(file);
}

if ("serviceWorker" in navigator) {
  // What it fetches must not delay the first maze.
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done, { once: true }));
  const wasThere = Boolean(navigator.serviceWorker.controller);
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (!wasThere) seeAgain();
  }, { once: true });
  navigator.serviceWorker.register(new URL("../../service-worker.js", import.meta.url)).catch(() => {});
}
