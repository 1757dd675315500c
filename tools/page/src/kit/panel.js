// A panel beside what it tells about; over it where there is no room. Escape closes it, and the focus goes back.

class Panel {
  constructor({ closed }) {
    this.closed = closed;
    this.title = make("h2", { tabindex: -1, id: "panel-title" });
    this.content = make("div", { class: "content" });
    const close = make("button", { type: "button", "aria-label": "Close", title: "Close (Escape)", on: { click: () => this.close() } }, "×");
    this.element = make("aside", { class: "panel", "aria-labelledby": "panel-title", hidden: true }, make("div", { class: "bar" }, this.title, close), this.content);
  }

  get isOpen() {
    return !this.element.hidden;
  }

  open(title, parts) {
    if (!this.isOpen) this.back = document.activeElement;
    this.title.textContent = shown(title);
    this.content.replaceChildren(...parts);
    this.element.hidden = false;
    this.element.scrollTop = 0;
    this.title.focus({ preventScroll: true });
  }

  close() {
    if (!this.isOpen) return;
    this.element.hidden = true;
    this.content.replaceChildren();
    this.back?.focus?.({ preventScroll: true });
    this.closed();
  }
}

// A long text: its begin and its end, and the rest when it is asked for.
function log(text) {
  const MOST = 20000;
  const full = shown(text);
  if (full.length <= MOST) return [make("pre", { tabindex: 0 }, full)];
  const half = MOST / 2;
  const pre = make("pre", { tabindex: 0 }, `${full.slice(0, half)}\n… ${counted(full.length - MOST)} characters are left out …\n${full.slice(-half)}`);
  const all = make("button", { type: "button", on: { click: () => { pre.textContent = full; all.remove(); } } }, "Show all");
  return [all, pre];
}

// A table that is small.
const table = (heads, rows) => make("div", { class: "wide", tabindex: 0 }, make("table", {},
  make("thead", {}, make("tr", {}, heads.map((head) => make("th", { scope: "col" }, head)))),
  make("tbody", {}, rows.map((row) => make("tr", {}, row.map((cell) => make("td", {}, shown(cell))))))));
