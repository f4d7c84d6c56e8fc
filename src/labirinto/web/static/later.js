// The page is painted before its scripts are fetched: only to ask for them takes as long as to paint.

const later = document.getElementById("later");
const scripts = document.importNode(later.content, true);
for (const name of ["load", "error"]) scripts.getElementById("page-script").addEventListener(name, () => later.remove());

await new Promise((done) => {
  requestAnimationFrame(() => setTimeout(done));
  setTimeout(done, 1000); // a page in the background is not painted
});
document.body.append(scripts);
