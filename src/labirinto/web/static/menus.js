// Menus close when one chooses something else, or presses Escape.

const open = () => document.querySelectorAll("details.menu[open]");

document.addEventListener("click", ({ target }) => {
  for (const menu of open()) if (!menu.contains(target)) menu.open = false;
});
document.addEventListener("focusin", ({ target }) => {
  // A press on a label gives the focus to what is around the menu first.
  for (const menu of open()) if (!menu.contains(target) && !target.contains(menu)) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of open()) {
    if (menu.contains(document.activeElement)) menu.querySelector("summary").focus();
    menu.open = false;
  }
});
