// A grid of any number of rows, of which those on the screen are in the document. The focus is the grid's; which cell is meant is
// said by aria-activedescendant, so a row that scrolls away takes no focus with it.

let grids = 0;

class Grid {
  // columns: [{ head, width, grows }], the first of which stays in view; groups: [{ head, span }] above them, or none;
  // fill(row, column, element); open(row, column).
  constructor({ label, columns, groups, fill, open }) {
    this.id = `grid${(grids += 1)}`;
    this.columns = columns;
    this.fill = fill;
    this.open = open;
    this.begins = new Set();
    this.count = 0;
    this.row = 0;
    this.column = 0;
    this.nodes = new Map();
    this.heads = columns.map((column, at) => make("div", { role: "columnheader", "aria-colindex": at + 1 }, shown(column.head)));
    const above = groups ? [make("div", { role: "row", class: "groups", "aria-rowindex": 1 }, this.groups(groups))] : [];
    this.above = above.length + 1;
    this.head = make("div", { role: "rowgroup", class: "head" }, above, make("div", { role: "row", "aria-rowindex": this.above }, this.heads));
    this.body = make("div", { role: "rowgroup", class: "body" });
    this.nothing = make("p", { class: "nothing", hidden: true }, "Nothing to show.");
    this.element = make("div", {
      role: "grid", class: "grid", tabindex: 0, id: this.id, "aria-label": label, "aria-colcount": columns.length, "aria-readonly": "true",
      on: { keydown: (event) => this.key(event), click: (event) => this.click(event) },
    }, this.head, this.body, this.nothing);
    // Rows are laid out one by one: their columns meet where no width depends on what stands in them.
    this.element.style.setProperty("--columns", columns.map(({ width, grows }) => (grows ? `minmax(${width}, 1fr)` : width)).join(" "));
    this.element.style.setProperty("--least", `calc(${columns.map(({ width }) => width).join(" + ")})`);
    this.element.addEventListener("scroll", () => this.later(), { passive: true });
    new ResizeObserver(() => this.later()).observe(this.element);
  }

  groups(groups) {
    let at = 1;
    return groups.map(({ head, span }) => {
      const role = head ? "columnheader" : "presentation";
      const element = make("div", { role, "aria-colindex": at, "aria-colspan": span }, make("span", {}, shown(head)));
      element.style.gridColumn = `span ${span}`;
      // The first column has a border of its own.
      if (at > 2) this.begins.add(at - 1);
      at += span;
      return element;
    });
  }

  // How high a row is, in pixels: the sheet says it.
  get height() {
    return parseFloat(getComputedStyle(this.element).getPropertyValue("--row"));
  }

  show(count) {
    this.count = count;
    this.row = Math.max(0, Math.min(this.row, count - 1));
    this.element.setAttribute("aria-rowcount", count + this.above);
    this.nothing.hidden = count > 0;
    this.body.style.height = `${count * this.height}px`;
    this.nodes.forEach((node) => node.remove());
    this.nodes.clear();
    this.render();
  }

  later() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => {
      this.waiting = false;
      this.render();
    });
  }

  render() {
    const { scrollTop, clientHeight } = this.element;
    const first = Math.max(0, Math.floor(scrollTop / this.height) - 4);
    const end = Math.min(this.count, Math.ceil((scrollTop + clientHeight) / this.height) + 4);
    for (const [row, node] of this.nodes) {
      if (row < first || row >= end) {
        node.remove();
        this.nodes.delete(row);
      }
    }
    const made = [];
    for (let row = first; row < end; row += 1) {
      if (this.nodes.has(row)) continue;
      const node = this.make(row);
      this.nodes.set(row, node);
      made.push(node);
    }
    this.body.append(...made);
    this.mark();
  }

  make(row) {
    const node = make("div", { role: "row", "aria-rowindex": row + 1 + this.above }, this.columns.map((_, column) => {
      const cell = make("div", {
        role: column === 0 ? "rowheader" : "gridcell", id: `${this.id}-${row}-${column}`, "aria-colindex": column + 1,
        "data-row": row, "data-column": column, class: this.begins.has(column) ? "begins" : null,
      });
      this.fill(row, column, cell);
      return cell;
    }));
    node.style.top = `${row * this.height}px`;
    return node;
  }

  mark() {
    this.element.querySelector(".active")?.classList.remove("active");
    const cell = document.getElementById(`${this.id}-${this.row}-${this.column}`);
    cell?.classList.add("active");
    if (cell) this.element.setAttribute("aria-activedescendant", cell.id);
    else this.element.removeAttribute("aria-activedescendant");
  }

  // Makes a cell the one that is meant, and brings it into view.
  go(row, column) {
    this.row = Math.max(0, Math.min(row, this.count - 1));
    this.column = Math.max(0, Math.min(column, this.columns.length - 1));
    const { element } = this;
    const head = this.head.offsetHeight;
    const top = this.row * this.height;
    const room = element.clientHeight - head - this.height;
    if (top < element.scrollTop || top > element.scrollTop + room) {
      element.scrollTop = top < element.scrollTop ? top : top - room;
    }
    const { offsetLeft, offsetWidth } = this.heads[this.column];
    const fixed = this.heads[0].offsetWidth;
    if (this.column > 0 && offsetLeft - element.scrollLeft < fixed) element.scrollLeft = offsetLeft - fixed;
    else if (offsetLeft + offsetWidth > element.scrollLeft + element.clientWidth) {
      element.scrollLeft = offsetLeft + offsetWidth - element.clientWidth;
    }
    this.render();
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const page = Math.max(1, Math.floor((this.element.clientHeight - this.head.offsetHeight) / this.height) - 1);
    const steps = {
      ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1],
      PageUp: [-page, 0], PageDown: [page, 0], Home: [-Infinity, 0], End: [Infinity, 0],
    };
    if (event.key === "Enter" || event.key === " ") {
      if (this.count > 0) this.open(this.row, this.column);
    } else if (Object.hasOwn(steps, event.key)) {
      this.go(this.row + steps[event.key][0], this.column + steps[event.key][1]);
    } else return;
    event.preventDefault();
  }

  click(event) {
    const cell = event.target.closest("[data-row]");
    if (!cell) return;
    this.go(Number(cell.dataset.row), Number(cell.dataset.column));
    this.open(this.row, this.column);
  }
}
