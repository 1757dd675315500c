//! The page in a browser: what it does under keys, hostile texts and ten thousand jobs, and how long it takes.
//!
//! Each test needs a Chromium, and is ignored by name where there is none. They run one after the other, since one measures.

mod devtools;
mod farm;

use devtools::Browser;
use libtest_mimic::{Arguments, Completion, Trial};
use optx_page::report::{self, Cell, Device, Previous, Report, Row, Run, State, Verdict};
use serde_json::{Value, json};
use std::path::Path;

/// The tests.
const ALL: &[(&str, fn(&mut Stage))] = &[
    ("hostile_texts_are_shown_and_run_nothing", hostile),
    ("no_request_is_made_and_none_is_allowed", requests),
    ("keys_alone_lead_everywhere", keys),
    ("rows_on_the_screen_alone_are_in_the_document", virtual_rows),
    ("an_empty_report_and_one_job_are_pages", small),
    ("nothing_is_wider_than_a_phone", phone),
    ("a_link_opens_its_cell_and_log", links),
    ("words_and_toggles_choose_rows", filter),
    ("slower_and_changed_are_as_rust_judged_them", judged),
    ("a_log_of_ten_megabytes_is_cut_until_it_is_asked_for", long_log),
    ("ten_thousand_jobs_are_small_and_open_at_once", large),
];

fn main() {
    let mut arguments = Arguments::from_args();
    arguments.test_threads = Some(1);
    let chromium = devtools::find();
    let trials = ALL.iter().map(|&(name, test)| {
        let chromium = chromium.clone();
        Trial::ignorable_test(name, move || {
            let Some(chromium) = chromium else {
                return Ok(Completion::ignored_with("there is no Chromium"));
            };
            test(&mut Stage::new(&chromium));
            Ok(Completion::Completed)
        })
    });
    libtest_mimic::run(&arguments, trials.collect()).exit()
}

/// A browser and a place for pages.
struct Stage {
    browser: Browser,
    folder: tempfile::TempDir,
}

impl Stage {
    fn new(chromium: &Path) -> Stage {
        Stage { browser: Browser::start(chromium), folder: tempfile::tempdir().expect("a folder") }
    }

    /// Writes a page and gives its address.
    fn write(&self, html: &str) -> String {
        let file = self.folder.path().join("page.html");
        std::fs::write(&file, html).expect("a page is written");
        format!("file://{}", file.display())
    }

    /// Opens a report, at an address of its own.
    fn open(&mut self, report: &Report, hash: &str) {
        let address = self.write(&report::html(report)) + hash;
        self.browser.open(&address);
        assert_eq!(self.browser.complaints(), [""; 0]);
    }

    fn ask(&mut self, expression: &str) -> Value {
        self.browser.evaluate(expression)
    }

    /// What an element says.
    fn text(&mut self, selector: &str) -> String {
        let expression = format!("document.querySelector({}).textContent", json!(selector));
        self.ask(&expression).as_str().unwrap_or_default().to_owned()
    }

    /// How many rows of the shown view there are, whether or not they are in the document.
    fn rows(&mut self) -> u64 {
        let count = "+document.querySelector('.view:not([hidden]) .grid').getAttribute('aria-rowcount')\
             - document.querySelectorAll('.view:not([hidden]) .head [role=row]').length";
        self.ask(count).as_u64().expect("a count")
    }

    fn panel_is_open(&mut self) -> bool {
        self.ask("!document.querySelector('.panel').hidden") == json!(true)
    }
}

/// A report of one row with one cell.
fn one(name: &str, message: &str) -> Report {
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

const HOSTILE: [&str; 7] = [
    "</script><script>window.hit = 1</script>",
    "<img src=x onerror=\"window.hit = 1\">",
    "<!--<script>",
    "]]>\u{2028}\u{2029}\\u003c\"'`${window.hit = 1}",
    "javascript:window.hit=1",
    "\u{202e}txt.exe\u{202c} \u{2066}",
    "__proto__ constructor\u{1b}[31m",
];

fn hostile(stage: &mut Stage) {
    for text in HOSTILE {
        let mut report = one(text, text);
        for place in [&mut report.title, &mut report.commit, &mut report.made, &mut report.unit] {
            *place = text.to_owned();
        }
        report.previous = Some(Previous { commit: text.to_owned() });
        report.verdict = Verdict::Red { why: vec![text.to_owned()] };
        report.devices[0] = Device { model: text.to_owned(), driver: text.to_owned() };
        report.codes[0] = text.to_owned();
        let run = &mut report.rows[0].cells[0].runs[0];
        for place in [&mut run.outcome, &mut run.digest, &mut run.node, &mut run.job] {
            *place = text.to_owned();
        }
        let hash = report::link(text, text, &report.devices[0]);
        stage.open(&report, &hash);
        assert!(stage.panel_is_open(), "{text}");
        let said = stage.text(".panel pre");
        if text.is_ascii() && !text.contains('\u{1b}') {
            assert_eq!(said, text);
        } else {
            let steering = ['\u{202e}', '\u{202c}', '\u{2066}', '\u{1b}'];
            assert!(!said.contains(steering), "{said}");
        }
        assert_eq!(stage.ask("window.hit === undefined"), json!(true), "{text}");
        assert_eq!(stage.ask("document.querySelectorAll('img, script').length"), json!(1));
    }
    assert!(stage.text(".panel pre").contains("␛[31m"));
}

fn requests(stage: &mut Stage) {
    stage.open(&farm::report(50), "");
    let asked = stage.browser.requests();
    assert_eq!(asked.len(), 1, "{asked:?}");
    assert!(asked[0].starts_with("file:"));
    // What a way in could do: the policy refuses it.
    let refused = stage.ask(
        "(async () => {
            let refused = [];
            document.addEventListener('securitypolicyviolation', event => refused.push(event.effectiveDirective));
            await fetch('data:,x').catch(() => 0);
            document.body.append(Object.assign(new Image(), { src: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' }));
            const script = document.createElement('script');
            script.textContent = 'window.hit = 1';
            document.body.append(script);
            document.body.append(Object.assign(document.createElement('style'), { textContent: 'body { color: red }' }));
            await new Promise(done => setTimeout(done, 100));
            return [window.hit ?? 0, ...refused.sort()];
        })()",
    );
    assert_eq!(refused, json!([0, "connect-src", "img-src", "script-src-elem", "style-src-elem"]));
}

fn keys(stage: &mut Stage) {
    stage.open(&farm::report(300), "");
    let active =
        "document.getElementById(document.activeElement.getAttribute('aria-activedescendant'))";
    let place = format!("[+{active}.dataset.row, +{active}.dataset.column]");
    assert_eq!(stage.ask(&place), json!([0, 0]), "the grid has the focus");
    for key in ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowUp"] {
        stage.browser.press(key);
    }
    assert_eq!(stage.ask(&place), json!([1, 1]));
    stage.browser.press("End");
    assert_eq!(stage.ask(&place), json!([299, 1]));
    stage.browser.press("ArrowDown");
    assert_eq!(stage.ask(&place), json!([299, 1]), "there is no further row");
    let seen = format!(
        "(() => {{ const a = {active}.getBoundingClientRect(), b = document.activeElement.getBoundingClientRect();
            return a.top >= b.top && a.bottom <= b.bottom + 1; }})()"
    );
    assert_eq!(stage.ask(&seen), json!(true), "it is in view");
    stage.browser.press("Home");
    stage.browser.press("ArrowRight");
    stage.browser.press("Enter");
    assert!(stage.panel_is_open());
    assert_eq!(stage.ask("document.activeElement.id"), "panel-title");
    stage.browser.press("Escape");
    assert!(!stage.panel_is_open());
    assert_eq!(stage.ask(&place), json!([0, 2]), "the focus went back");
    stage.browser.press("/");
    assert_eq!(stage.ask("document.activeElement.type"), "search");
    stage.browser.insert("scan");
    assert!(stage.rows() < 300);
    stage.browser.press("Escape");
    assert_eq!(stage.rows(), 300);
    stage.browser.press("ArrowDown");
    assert_eq!(stage.ask("document.activeElement.getAttribute('role')"), "grid");
    stage.ask("document.querySelector('[role=tab][aria-selected=true]').focus()");
    stage.browser.press("ArrowRight");
    assert_eq!(stage.text("[role=tab][aria-selected=true]").split(' ').next(), Some("What"));
}

fn virtual_rows(stage: &mut Stage) {
    stage.open(&farm::report(2500), "");
    let there = "document.querySelectorAll('.view:not([hidden]) .body [role=row]').length";
    assert!(stage.ask(there).as_u64() < Some(60));
    stage.ask("document.querySelector('.grid').scrollTop = 30000");
    stage.browser.frame();
    let first = "Math.min(...[...document.querySelectorAll('.body [role=row]')].map(row => +row.getAttribute('aria-rowindex')))";
    let first = stage.ask(first).as_u64().expect("a row");
    assert!((1000..1100).contains(&first), "{first}");
    assert!(stage.ask(there).as_u64() < Some(60));
    for tab in ["changed", "times"] {
        stage.ask(&format!("document.getElementById('tab-{tab}').click()"));
        stage.browser.frame();
        assert!(stage.rows() > 60, "{tab}");
        assert!(stage.ask(there).as_u64() < Some(60), "{tab}");
    }
}

fn small(stage: &mut Stage) {
    let mut empty = one("", "");
    empty.rows.clear();
    empty.devices.clear();
    empty.codes.clear();
    stage.open(&empty, "#cell/a/b/c/d");
    assert_eq!(stage.rows(), 0);
    for key in ["ArrowDown", "Enter", "End", "/", "Escape", "Escape"] {
        stage.browser.press(key);
    }
    for tab in ["changed", "times", "matrix"] {
        stage.ask(&format!("document.getElementById('tab-{tab}').click()"));
        assert_eq!(stage.text(".view:not([hidden]) .nothing"), "Nothing to show.");
    }
    assert_eq!(stage.browser.complaints(), [""; 0]);
    // Numbers that name nothing, and texts that say nothing.
    let mut job = one("", "");
    job.codes.clear();
    job.devices.clear();
    stage.open(&job, "");
    stage.browser.press("Enter");
    assert!(stage.panel_is_open());
    assert!(stage.text(".panel").contains("code 0 on device 0"));
    assert_eq!(stage.browser.complaints(), [""; 0]);
    stage.open(&one("k", "all is well"), "");
    assert_eq!(stage.text(".counts li"), "✓1 done");
    assert!(stage.text(".verdict").contains("Green"));
    stage.browser.press("Enter");
    assert_eq!(stage.text(".panel pre"), "all is well");
}

fn phone(stage: &mut Stage) {
    stage.browser.size(360, 740);
    let mut report = farm::report(100);
    report.title = "A-title-of-one-word-that-is-wider-than-a-phone-and-does-not-divide".to_owned();
    report.rows[0].name = "a_kernel_with_a_name_that_is_wider_than_a_phone_".repeat(3);
    stage.open(&report, "");
    let wide = "[document.documentElement.scrollWidth, document.body.scrollWidth]";
    assert_eq!(stage.ask(wide), json!([360, 360]));
    stage.browser.press("ArrowRight");
    stage.browser.press("Enter");
    assert!(stage.panel_is_open());
    assert_eq!(stage.ask(wide), json!([360, 360]));
    let panel = "(({ width, height, left }) => [left, width, height])(document.querySelector('.panel').getBoundingClientRect())";
    assert_eq!(stage.ask(panel), json!([0, 360, 740]), "the panel is over the page");
    let within = "document.querySelector('.panel').scrollWidth";
    assert_eq!(stage.ask(within), json!(360));
    let grid = "document.querySelector('.grid').clientHeight";
    assert!(stage.ask(grid).as_u64() > Some(300), "there is room for rows");
}

fn links(stage: &mut Stage) {
    let report = farm::report(200);
    let row = &report.rows[150];
    let cell = row.cells.iter().rev().find(|cell| !cell.runs.is_empty()).expect("a run");
    let device = &report.devices[cell.device];
    let hash = report::link(&row.name, &report.codes[cell.code], device);
    stage.open(&report, &hash);
    assert_eq!(stage.text(".panel h2"), row.name);
    assert_eq!(stage.text(".panel pre"), cell.runs[0].message);
    assert_eq!(stage.ask("location.hash"), json!(hash));
    stage.browser.press("Escape");
    assert_eq!(stage.ask("location.hash"), "");
    // What a cell that was opened by hand leaves in the address leads back to it.
    stage.browser.press("ArrowUp");
    stage.browser.press("Enter");
    let address = stage.ask("location.href");
    let title = stage.text(".panel h2");
    assert_eq!(title, report.rows[149].name);
    stage.browser.open(address.as_str().expect("an address"));
    assert_eq!(stage.text(".panel h2"), title);
    for nowhere in ["#cell/none/none/none/none", "#cell/%", "#x", "#cell/a/b/c/d/999.9"] {
        stage.open(&report, nowhere);
        assert!(!stage.panel_is_open(), "{nowhere}");
    }
    // Two rows of one name, and two cells in one place.
    let mut twice = one("k", "first");
    twice.rows.push(one("k", "second").rows.remove(0));
    let again = one("k", "third").rows.remove(0).cells.remove(0);
    twice.rows[1].cells.push(again);
    for (column, message) in [(1, "second"), (2, "third")] {
        stage.open(&twice, "");
        stage.browser.press("ArrowDown");
        (0..column).for_each(|_| stage.browser.press("ArrowRight"));
        stage.browser.press("Enter");
        assert_eq!(stage.text(".panel pre"), message);
        let address = stage.ask("location.href");
        stage.browser.open(address.as_str().expect("an address"));
        assert_eq!(stage.text(".panel pre"), message);
    }
}

fn filter(stage: &mut Stage) {
    let report = farm::report(400);
    stage.open(&report, "");
    let rows_with = |wanted: &dyn Fn(&Cell) -> bool| {
        report.rows.iter().filter(|row| row.cells.iter().any(wanted)).count() as u64
    };
    let toggle = |name: &str| format!("document.querySelector('[name={name}]').click()");
    let red = |cell: &Cell| !matches!(cell.state, State::Done | State::NotWanted);
    let changed = |cell: &Cell| cell.change(report.previous.as_ref()).is_some();
    stage.ask(&toggle("red"));
    assert_eq!(stage.rows(), rows_with(&red));
    stage.ask(&toggle("changed"));
    assert_eq!(stage.rows(), rows_with(&|cell| red(cell) && changed(cell)));
    stage.ask(&toggle("red"));
    assert_eq!(stage.rows(), rows_with(&changed));
    stage.ask(&toggle("changed"));
    let type_in = |word: &str| {
        format!(
            "Object.assign(document.querySelector('[type=search]'), {{ value: {} }}).dispatchEvent(new Event('input'))",
            json!(word)
        )
    };
    stage.ask(&type_in("SCAN f32"));
    let named = report.rows.iter().filter(|row| row.name.starts_with("scan_f32")).count();
    assert_eq!(stage.rows(), named as u64);
    assert!(named > 0 && stage.text("output").starts_with(&format!("{named} of 400")));
    stage.ask(&type_in("flaky"));
    assert_eq!(stage.rows(), rows_with(&|cell| cell.state == State::Flaky));
    stage.ask(&type_in("illegal_address"));
    assert_eq!(stage.rows(), 0);
    stage.ask(&toggle("logs"));
    let logged = |cell: &Cell| cell.runs.iter().any(|r| r.message.contains("ILLEGAL_ADDRESS"));
    assert_eq!(stage.rows(), rows_with(&logged));
    assert!(rows_with(&logged) > 0);
}

fn judged(stage: &mut Stage) {
    let report = farm::report(400);
    stage.open(&report, "");
    let all = || report.rows.iter().flat_map(|row| row.cells.iter().map(move |cell| (row, cell)));
    let slower = all().filter(|(row, cell)| {
        report::slower::of(&report, row, cell) != report::slower::Slower::default()
    });
    let slower = slower.count();
    let changed = all().filter(|(_, cell)| cell.change(report.previous.as_ref()).is_some()).count();
    let counts = stage.text(".counts");
    assert!(counts.contains(&format!("S{slower} slower")), "{slower}: {counts}");
    assert!(counts.contains(&format!("Δ{changed} changed")), "{changed}: {counts}");
    stage.ask("document.getElementById('tab-changed').click()");
    assert_eq!(stage.rows(), changed as u64);
    stage.ask("document.getElementById('tab-times').click()");
    stage.ask("document.querySelector('[name=slower]').click()");
    let told = "document.querySelectorAll('#view-times .body [role=row] :last-child').length > 0 &&
        [...document.querySelectorAll('#view-times .body [role=row] :last-child')].every(cell => cell.textContent.startsWith('S slower'))";
    assert_eq!(stage.ask(told), json!(true));
    // A history is what was measured, to four digits.
    let (at, row) =
        report.rows.iter().enumerate().find(|(_, r)| r.cells[0].times.is_some()).expect("a time");
    let past = stage.ask(&format!("detail({at}, 0).history"));
    let past = past.as_array().expect("a list");
    assert_eq!(past.len(), row.cells[0].history.len());
    for (shown, was) in past.iter().zip(&row.cells[0].history) {
        match was {
            None => assert!(shown.is_null()),
            Some(was) => {
                for (name, end) in [("median", was.median), ("low", was.low), ("high", was.high)] {
                    let shown = shown[name].as_f64().expect("a number");
                    assert!((shown / end - 1.0).abs() < 1e-3, "{shown} for {end}");
                }
            }
        }
    }
}

fn long_log(stage: &mut Stage) {
    let long = "0123456789".repeat(1_000_000);
    stage.open(&one("k", &long), "");
    stage.browser.press("Enter");
    let said = stage.text(".panel pre");
    assert!(said.len() < 30_000 && said.contains("9,980,000 characters are left out"));
    stage.ask("document.querySelector('.panel pre').previousSibling.click()");
    let length = stage.ask("document.querySelector('.panel pre').textContent.length");
    assert_eq!(length, json!(long.len()));
}

fn large(stage: &mut Stage) {
    let html = report::html(&farm::report(2500));
    assert!(html.len() < 5_000_000, "{} bytes", html.len());
    let empty = stage.folder.path().join("empty.html");
    std::fs::write(&empty, "<!DOCTYPE html><title>empty</title>").expect("a page is written");
    let empty = format!("file://{}", empty.display());
    let full = stage.write(&html);
    // Being told of every piece that is read would be measured too.
    stage.browser.call("Network.disable", json!({}));
    let (mut of_empty, mut of_full) = (Vec::new(), Vec::new());
    for _ in 0..9 {
        of_empty.push(stage.browser.open(&empty));
        of_full.push(stage.browser.open(&full));
    }
    of_empty.sort();
    of_full.sort();
    let said = format!(
        "{} bytes; least and median of 9 turns: empty {:.0?} {:.0?}, full {:.0?} {:.0?}",
        html.len(),
        of_empty[0],
        of_empty[4],
        of_full[0],
        of_full[4]
    );
    eprintln!("{said}");
    assert!(of_full[4] < of_empty[4] * 4, "{said}");
}
