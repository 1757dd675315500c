// A box of words and toggles. All words have to be found; the page says what is looked at.

class Filter {
  // toggles: [{ name, label }]; changed() is told of every change.
  constructor({ hint, toggles, changed }) {
    this.on = new Set();
    this.words = [];
    this.box = make("input", {
      type: "search", placeholder: hint, "aria-label": hint, autocomplete: "off", spellcheck: "false", "aria-keyshortcuts": "/",
      on: { input: () => { this.words = this.box.value.toLowerCase().split(/\s+/).filter(Boolean); changed(); } },
    });
    this.told = make("output", { "aria-live": "polite" });
    const buttons = toggles.map(({ name, label }) => make("label", {}, make("input", {
      type: "checkbox", name,
      on: { change: (event) => { this.on[event.target.checked ? "add" : "delete"](name); changed(); } },
    }), " ", label));
    this.element = make("div", { role: "search", class: "filter" }, this.box, buttons, this.told);
    document.addEventListener("keydown", (event) => {
      const types = event.target.closest?.("input, textarea, select");
      if (event.key === "/" && (!types || types.type === "checkbox") && !event.ctrlKey && !event.altKey && !event.metaKey) {
        event.preventDefault();
        this.box.focus();
        this.box.select();
      }
    });
  }

  clear() {
    this.box.value = "";
    this.box.dispatchEvent(new Event("input"));
  }

  // How many of how many are shown.
  tell(shown, all, what) {
    this.told.textContent = shown === all ? `${counted(all)} ${what}` : `${counted(shown)} of ${counted(all)} ${what}`;
  }
}
