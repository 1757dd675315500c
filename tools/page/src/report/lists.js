// Lists of cells: what changed, and times.

class List {
  // heads: [{ head, width }]; parts(entry): what stands in each; entries(): all of them, made when they are first shown.
  constructor({ label, what, heads, entries, parts, open }) {
    Object.assign(this, { what, entries, parts });
    this.shown = [];
    this.grid = new Grid({
      label,
      columns: heads,
      fill: (at, column, element) => {
        const part = this.parts(this.shown[at])[column];
        if (typeof part === "string") element.title = part;
        element.append(part);
      },
      open: (at) => open(this.shown[at].row, this.shown[at].column),
    });
  }

  show(filter) {
    this.all ??= this.entries();
    this.shown = this.all.filter(({ row, cell }) => fits(cell, filter)
      && found([cell.name, cell.code, cell.device, cell.word, cell.before, cell.slower], row, filter));
    this.grid.show(this.shown.length);
    filter.tell(this.shown.length, this.all.length, this.what);
  }

  go(row, column) {
    const at = this.shown.findIndex((entry) => entry.row === row && entry.column === column);
    if (at >= 0) this.grid.go(at, 0);
  }
}

// All cells, row by row.
function* cells() {
  for (let row = 0; row < matrix.names.length; row += 1) {
    for (let column = 0; column < matrix.columns.length; column += 1) {
      const cell = about(row, column);
      if (cell) yield { row, column, cell };
    }
  }
}

const signed = (letter) => make("span", { class: `state-${letter}` }, make("span", { class: "sign" }, STATES[letter].sign), STATES[letter].word);
const where = ({ cell }) => [shown(cell.name), shown(cell.code), shown(cell.device)];
const WHERE = [{ head: "kernel", width: "var(--first)" }, { head: "code", width: "7rem", grows: true }, { head: "device", width: "13.5rem", grows: true }];

// What became worse stands first, then what became otherwise, then what is well again.
function changedList(open) {
  const rank = ({ cell }) => (cell.well ? (cell.was === "+" || STATES[cell.was]?.well ? 1 : 2) : 0);
  return new List({
    label: "What changed since the last plan",
    what: "changes",
    heads: [...WHERE, { head: "was", width: "9rem" }, { head: "is", width: "9rem" }],
    entries: () => [...cells()].filter(({ cell }) => cell.changed).sort((a, b) => rank(a) - rank(b)),
    parts: (entry) => [...where(entry), entry.cell.was === "+" ? "+ new" : signed(entry.cell.was), signed(entry.cell.letter)],
    open,
  });
}

// A row for each comparison, the greatest ratio first; what has no peer stands behind.
function timesList(open) {
  const entries = () => [...cells()].filter(({ cell }) => cell.median !== null).flatMap((entry) => {
    const { times } = detail(entry.row, entry.column);
    const peers = times.peers.length ? times.peers : [null];
    return peers.map((peer) => ({ ...entry, times, peer }));
  });
  const ratio = ({ peer }) => peer?.ratio.median ?? -Infinity;
  const told = ({ peer, times }) => {
    const than = [peer?.slower ? "peer" : "", times.before ? "before" : ""].filter(Boolean);
    return than.length ? `S ${than.join(", ")}` : "";
  };
  return new List({
    label: "Times and their ratios to peers, with intervals",
    what: "times",
    heads: [...WHERE, { head: `time, ${head.unit}`, width: "14rem" }, { head: "peer", width: "7rem" }, { head: "time / peer's time", width: "13rem" }, { head: "slower than", width: "10rem", grows: true }],
    entries: () => entries().sort((a, b) => ratio(b) - ratio(a) || 0),
    parts: (entry) => [...where(entry), interval(entry.times), entry.peer ? shown(codeName(entry.peer.code)) : "–",
      entry.peer ? interval(entry.peer.ratio) : "–", told(entry)],
    open,
  });
}
