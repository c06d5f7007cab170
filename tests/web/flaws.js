/* What is wrong with the layout of a table: a list of sentences, empty if nothing is.
   `covered` names a selector whose parts may cover others: a decision over the tray. */
covered => {
  const SCROLLS = ".log ol, .talk ol, .tickets, aside"; // lists that are longer than their place
  const SHORTENED = ".seats strong, .did, .recap"; // names and sentences of any length
  const table = document.querySelector("main.table");
  const flaws = [];
  const name = (node) => `${node.localName}.${[...node.classList].join(".")} "${node.textContent.trim().slice(0, 30)}"`;
  const inside = (a, b) => a.left > b.left - 1.5 && a.right < b.right + 1.5 && a.top > b.top - 1.5 && a.bottom < b.bottom + 1.5;
  const visible = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest(".hidden, .skip:not(:focus)");
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };

  const { scrollWidth, scrollHeight } = document.documentElement;
  if (scrollWidth > innerWidth || scrollHeight > innerHeight) flaws.push(`the page scrolls: ${scrollWidth}x${scrollHeight}`);
  for (const node of table.querySelectorAll("*")) {
    if (!visible(node) || node.closest("svg") || node.matches(SCROLLS)) continue;
    const { overflowX, overflowY } = getComputedStyle(node);
    if ((/auto|scroll/.test(overflowY) && node.scrollHeight > node.clientHeight + 1) || (/auto|scroll/.test(overflowX) && node.scrollWidth > node.clientWidth + 1))
      flaws.push(`scrolls: ${name(node)}`);
  }

  const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const parent = text.parentElement;
    if (!text.data.trim() || !visible(parent) || parent.closest(`svg, ${SCROLLS}, ${SHORTENED}`)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const box = range.getBoundingClientRect();
    if (!inside(box, screen)) flaws.push(`outside the window: ${name(parent)}`);
    for (let node = parent; node !== table; node = node.parentElement) {
      const button = node.localName === "button";
      if ((button || getComputedStyle(node).overflow !== "visible") && !inside(box, node.getBoundingClientRect()))
        flaws.push(`cut: ${name(parent)} by ${name(node)}`);
    }
  }

  const controls = [...table.querySelectorAll("button, a, input, .seats li")].filter(
    (node) => visible(node) && !node.closest(SCROLLS) && !(covered && document.querySelector(covered) && !node.closest(covered)),
  );
  for (const [n, node] of controls.entries()) {
    const box = node.getBoundingClientRect();
    if (!inside(box, screen)) flaws.push(`outside the window: ${name(node)}`);
    if (box.width < 22 || box.height < 22) flaws.push(`too small: ${name(node)} ${box.width}x${box.height}`);
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!node.contains(top)) flaws.push(`covered: ${name(node)} by ${top ? name(top) : "nothing"}`);
    for (const other of controls.slice(n + 1)) {
      const b = other.getBoundingClientRect();
      const overlap = Math.min(Math.min(box.right, b.right) - Math.max(box.left, b.left), Math.min(box.bottom, b.bottom) - Math.max(box.top, b.top));
      if (overlap > 1 && !node.contains(other)) flaws.push(`overlap: ${name(node)} and ${name(other)}`);
    }
  }
  return flaws;
};
