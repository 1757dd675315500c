// Views of which one is shown.

class Tabs {
  // views: [{ name, label, element, shown() }].
  constructor(views) {
    this.views = views;
    this.buttons = views.map((view) => make("button", {
      type: "button", role: "tab", id: `tab-${view.name}`, "aria-controls": `view-${view.name}`,
      on: { click: () => this.show(view.name) },
    }, view.label));
    this.element = make("div", { role: "tablist", class: "tabs", on: { keydown: (event) => this.key(event) } }, this.buttons);
    this.panels = views.map((view) => make("section", {
      role: "tabpanel", class: "view", id: `view-${view.name}`, "aria-labelledby": `tab-${view.name}`, hidden: true,
    }, view.element));
  }

  get current() {
    return this.views[this.at];
  }

  show(name) {
    this.at = this.views.findIndex((view) => view.name === name);
    this.panels.forEach((panel, at) => { panel.hidden = at !== this.at; });
    this.buttons.forEach((button, at) => {
      button.setAttribute("aria-selected", at === this.at);
      button.tabIndex = at === this.at ? 0 : -1;
    });
    this.current.shown();
  }

  key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = (this.at + step + this.views.length) % this.views.length;
    this.show(this.views[at].name);
    this.buttons[at].focus();
  }
}
