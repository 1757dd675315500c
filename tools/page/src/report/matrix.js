// Kernels by codes by devices.

// A cell's content: its sign, its median, and what is to be said of it. Signs stand for words that the label says.
function fillCell(element, cell) {
  if (!cell) {
    element.setAttribute("aria-label", "nothing");
    return;
  }
  const words = [cell.word, cell.median === null ? "" : `${figure(cell.median)} ${head.unit}`, cell.slower, cell.before].filter(Boolean).join(", ");
  element.setAttribute("aria-label", words);
  element.setAttribute("title", words);
  element.classList.add("cell", `state-${cell.letter}`);
  element.append(make("span", { class: "sign" }, cell.sign),
    make("span", { class: "value" }, cell.median !== null ? figure(cell.median) : cell.letter === "d" ? "" : cell.word),
    make("span", { class: "marks" }, cell.slower ? make("b", { class: "slow" }, "S") : "", cell.changed ? make("b", { class: "new" }, "Δ") : ""));
}

class Matrix {
  constructor(open) {
    const columns = matrix.columns;
    const groups = [{ head: "", span: 1 }];
    columns.forEach((column, at) => {
      if (at > 0 && columns[at - 1].device === column.device) groups[groups.length - 1].span += 1;
      else groups.push({ head: deviceName(column.device), span: 1 });
    });
    this.rows = [];
    this.grid = new Grid({
      label: "Kernels by codes and devices",
      columns: [{ head: "kernel", width: "var(--first)" }, ...columns.map((column) => ({ head: columnName(column), width: "7.6rem", grows: true }))],
      groups,
      fill: (at, column, element) => {
        const row = this.rows[at];
        if (column > 0) return fillCell(element, about(row, column - 1));
        element.title = shown(matrix.names[row]);
        element.append(shown(matrix.names[row]));
      },
      // A name opens the first of its cells that is not well, or the first.
      open: (at, column) => {
        const row = this.rows[at];
        const cells = columns.map((_, c) => ({ c, cell: about(row, c) })).filter(({ cell }) => cell);
        const chosen = column > 0 ? cells.find(({ c }) => c === column - 1) : cells.find(({ cell }) => !cell.well) ?? cells[0];
        if (chosen) open(row, chosen.c);
      },
    });
  }

  // Rows of which a cell is as the toggles want it, and whose name or words have what is looked for.
  show(filter) {
    const all = matrix.names.map((_, row) => row);
    this.rows = filter.words.length || filter.on.size ? all.filter((row) => this.wanted(row, filter)) : all;
    this.grid.show(this.rows.length);
    filter.tell(this.rows.length, all.length, "kernels");
  }

  wanted(row, filter) {
    const cells = matrix.columns.map((_, column) => about(row, column)).filter(Boolean);
    if (!cells.some((cell) => fits(cell, filter)) && (filter.on.size > 1 || (filter.on.size === 1 && !filter.on.has("logs")))) return false;
    const words = [matrix.names[row], ...cells.flatMap((cell) => [cell.word, cell.slower, cell.before])];
    return found(words, row, filter);
  }

  // Brings a cell into view, if it is shown.
  go(row, column) {
    const at = this.rows.indexOf(row);
    if (at >= 0) this.grid.go(at, column + 1);
  }
}

const fits = (cell, { on }) => (!on.has("red") || !cell.well) && (!on.has("changed") || cell.changed) && (!on.has("slower") || cell.slower !== "");

// Whether all words are found: in what is said, or in the row's logs where those are looked at.
function found(said, row, filter) {
  const text = said.join("\n").toLowerCase();
  return filter.words.every((word) => text.includes(word) || (filter.on.has("logs") && rowsWithLog(word)[row]));
}
