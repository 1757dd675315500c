//! A browser, a place for pages, and what is asked of a page.

use crate::devtools::Browser;
use optx_page::report::{self, Cell, Device, Report, Row, Run, State, Verdict};
use serde_json::{Value, json};
use std::path::Path;

/// A browser and a place for pages.
pub struct Stage {
    /// The browser.
    pub browser: Browser,
    folder: tempfile::TempDir,
}

impl Stage {
    /// With a browser that was not used.
    pub fn new(chromium: &Path) -> Stage {
        Stage { browser: Browser::start(chromium), folder: tempfile::tempdir().expect("a folder") }
    }

    /// Writes a page under a name, and gives its address.
    pub fn write(&self, name: &str, html: &str) -> String {
        let file = self.folder.path().join(name);
        std::fs::write(&file, html).expect("a page is written");
        format!("file://{}", file.display())
    }

    /// Opens a report, at an address of its own.
    pub fn open(&mut self, report: &Report, hash: &str) {
        let address = self.write("page.html", &report::html(report)) + hash;
        self.browser.open(&address);
        assert_eq!(self.browser.complaints(), [""; 0]);
    }

    /// What an expression gives on the page.
    pub fn ask(&mut self, expression: &str) -> Value {
        self.browser.evaluate(expression)
    }

    /// What an element says.
    pub fn text(&mut self, selector: &str) -> String {
        let expression = format!("document.querySelector({}).textContent", json!(selector));
        self.ask(&expression).as_str().unwrap_or_default().to_owned()
    }

    /// How many rows of the shown view there are, whether or not they are in the document.
    pub fn rows(&mut self) -> u64 {
        let count = "+document.querySelector('.view:not([hidden]) .grid').getAttribute('aria-rowcount')\
             - document.querySelectorAll('.view:not([hidden]) .head [role=row]').length";
        self.ask(count).as_u64().expect("a count")
    }

    /// Whether the panel is there.
    pub fn panel_is_open(&mut self) -> bool {
        self.ask("!document.querySelector('.panel').hidden") == json!(true)
    }
}

/// A report of one row with one cell.
pub fn one(name: &str, message: &str) -> Report {
    let run = Run {
        repeat: 0,
        outcome: "ok".to_owned(),
        digest: "d".to_owned(),
        seconds: 0.5,
        node: "node".to_owned(),
        job: "job".to_owned(),
        attempt: 1,
        message: message.to_owned(),
    };
    let cell = Cell {
        code: 0,
        device: 0,
        state: State::Done,
        was: None,
        runs: vec![run],
        times: None,
        history: vec![],
    };
    Report {
        title: "a farm".to_owned(),
        commit: "c0".to_owned(),
        made: "now".to_owned(),
        previous: None,
        verdict: Verdict::Green,
        devices: vec![Device { model: "H200".to_owned(), driver: "570".to_owned() }],
        codes: vec!["optx-O3".to_owned()],
        unit: "us".to_owned(),
        commits: vec![],
        rows: vec![Row { name: name.to_owned(), cells: vec![cell] }],
    }
}
