// Puts the page together.

function headParts() {
  const known = (sign, count, word, kind) => make("li", { class: kind }, make("b", { class: "sign" }, sign), `${counted(count)} ${word}`);
  const why = (head.red ?? []).map((reason) => make("li", {}, shown(reason)));
  const verdict = head.red ? "Red" : "Green";
  const sign = head.red ? "✗" : "✓";
  return make("header", {},
    make("div", { class: "verdict" },
      make("h1", {}, shown(head.title)),
      make("strong", { class: head.red ? "state-f" : "state-d" }, `${sign} ${verdict}`)),
    why.length > 3 ? make("details", { class: "why" }, make("summary", {}, `${counted(why.length)} reasons`), make("ul", {}, why)) : make("ul", { class: "why" }, why),
    make("p", { class: "note" }, "commit ", make("code", {}, shown(head.commit)),
      head.previous === null ? ", the first plan" : ", last plan ", head.previous === null ? "" : make("code", {}, shown(head.previous)), `. ${shown(head.made)}`),
    make("ul", { class: "counts", "aria-label": "Cells by state" },
      head.counts.map(([letter, count]) => known(STATES[letter].sign, count, STATES[letter].word, `state-${letter}`)),
      known("S", head.slower, "slower", "slow"), known("Δ", head.changed, "changed", "new")));
}

function start() {
  let opened = null;
  const panel = new Panel({ closed: () => { opened = null; keepAddress(""); } });
  // Writes the address without a jump; a page in a frame or a file may refuse, and is no worse.
  const keepAddress = (hash) => {
    try { window.history.replaceState(null, "", hash || window.location.pathname + window.location.search); } catch { /* refused */ }
  };
  const openCell = (row, column) => {
    opened = { row, column };
    panel.open(matrix.names[row], cellParts(row, column));
    keepAddress(address(row, column));
    tabs.current.list.go(row, column);
  };
  const lists = { matrix: new Matrix(openCell), changed: changedList(openCell), times: timesList(openCell) };
  const refresh = () => tabs.current.list.show(filter);
  const filter = new Filter({
    hint: "Filter by name or state: /",
    toggles: [
      { name: "red", label: "not green" }, { name: "changed", label: "changed" }, { name: "slower", label: "slower" }, { name: "logs", label: "look in logs" },
    ],
    changed: refresh,
  });
  const labels = { matrix: "Matrix", changed: `What changed (${counted(head.changed)})`, times: "Times" };
  const tabs = new Tabs(Object.entries(lists).map(([name, list]) => ({ name, label: labels[name], element: list.grid.element, list, shown: refresh })));
  document.body.append(headParts(), tabs.element, filter.element, make("main", {}, tabs.panels, panel.element));
  tabs.show("matrix");

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      if (event.target === filter.box && filter.box.value) filter.clear();
      else if (panel.isOpen) panel.close();
      else tabs.current.list.grid.element.focus();
    } else if (event.key === "ArrowDown" && event.target === filter.box) tabs.current.list.grid.element.focus();
    else return;
    event.preventDefault();
  });
  const follow = () => {
    const cell = addressed(window.location.hash);
    if (cell) openCell(cell.row, cell.column);
    else if (opened) panel.close();
  };
  window.addEventListener("hashchange", follow);
  tabs.current.list.grid.element.focus();
  follow();
}

start();
