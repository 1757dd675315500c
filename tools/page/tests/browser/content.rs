//! What a page says: links, filters, what Rust judged.

use crate::farm;
use crate::stage::{Stage, one};
use optx_page::report::{self, Cell, Measured, Peer, Report, State, Times};
use serde_json::{Value, json};

pub fn links(stage: &mut Stage) {
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

pub fn filter(stage: &mut Stage) {
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

pub fn judged(stage: &mut Stage) {
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
        [...document.querySelectorAll('#view-times .body [role=row] :last-child')].every(cell => cell.textContent.startsWith('S '))";
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

/// A report of one kernel with two codes, measured so.
fn two(ours: Measured, peer: Measured, history: Vec<Option<Measured>>) -> Report {
    let mut report = one("k", "");
    report.codes.push("nvrtc".to_owned());
    report.commits = (0..history.len()).map(|at| format!("c{at}")).collect();
    report.commit = "now".to_owned();
    let cells = &mut report.rows[0].cells;
    cells.push(Cell { code: 1, ..cells[0].clone() });
    let peers = vec![Peer { code: 1, ratio: ours }];
    cells[0].times = Some(Times { measured: ours, peers });
    cells[0].history = history;
    cells[1].times = Some(Times { measured: peer, peers: vec![] });
    report
}

pub fn plots(stage: &mut Stage) {
    let time = |median: f64, low: f64, high: f64| Measured { median, low, high };
    let (fast, slow) = (time(10.0, 9.0, 11.0), time(20.0, 19.0, 21.0));
    stage.open(&two(slow, fast, vec![Some(fast), None, Some(slow)]), "");
    stage.browser.press("ArrowRight");
    stage.browser.press("Enter");
    let words =
        "[...document.querySelectorAll('.panel svg')].map(svg => svg.getAttribute('aria-label'))";
    assert_eq!(
        stage.ask(words),
        json!([
            "Times in us: optx-O3 20 [19, 21]; nvrtc 10 [9, 11]",
            "Times in us at 2 of 3 commits, between 9 and 21"
        ])
    );
    let marks = "[+document.querySelector('.panel svg .own circle').getAttribute('cx'), +document.querySelector('.panel svg .other rect').getAttribute('x')]";
    let marks = stage.ask(marks);
    assert!(marks[0].as_f64() > marks[1].as_f64(), "the longer time stands further right: {marks}");
    let line = "document.querySelector('.panel .through').getAttribute('d').replace(/[^A-Z]/g, '')";
    assert_eq!(stage.ask(line), "MM", "the line breaks where nothing was measured");
    assert!(stage.text(".panel .stands").contains("S slower than a peer"));
    // Numbers that no picture can show leave it out, and no attribute says NaN.
    let odd = [
        (time(f64::NAN, 1.0, 2.0), vec![Some(time(f64::INFINITY, 0.0, 1.0))]),
        (time(0.0, 0.0, 0.0), vec![Some(time(0.0, 0.0, 0.0))]),
        (time(1e300, -1e300, 1e300), vec![Some(time(1e-300, 0.0, 1e300)), None]),
        (time(5.0, 7.0, 3.0), vec![]),
        (time(f64::MAX, f64::MIN, f64::MAX), vec![Some(time(f64::MAX, f64::MIN, f64::MAX)); 2]),
    ];
    for (ours, history) in odd {
        stage.open(&two(ours, fast, history), "");
        stage.browser.press("ArrowRight");
        stage.browser.press("Enter");
        assert!(stage.panel_is_open());
        let wrong = "[...document.querySelectorAll('.panel svg *')].flatMap(e => [...e.attributes]).filter(a => /NaN|Infinity|undefined/.test(a.value)).map(a => a.name + a.value)";
        assert_eq!(stage.ask(wrong), json!([]), "{ours:?}");
        stage.ask("document.getElementById('tab-times').click()");
        assert_eq!(stage.browser.complaints(), [""; 0]);
    }
}

pub fn order(stage: &mut Stage) {
    use State::{Done, Failed, Flaky, NotWanted};
    let states = [
        ("well again", Done, Some(Failed)),
        ("new", Done, None),
        ("as before", Failed, Some(Failed)),
        ("worse", Failed, Some(Done)),
        ("not wanted now", NotWanted, Some(Done)),
        ("never wanted", NotWanted, None),
        ("otherwise", Flaky, Some(Failed)),
    ];
    let mut report = one("k", "");
    report.previous = Some(report::Previous { commit: "b".to_owned() });
    report.rows.clear();
    for (name, state, was) in states {
        let mut row = one(name, "").rows.remove(0);
        (row.cells[0].state, row.cells[0].was) = (state, was);
        report.rows.push(row);
    }
    stage.open(&report, "");
    stage.ask("document.getElementById('tab-changed').click()");
    let names: Value =
        stage.ask("[...document.querySelectorAll('#view-changed [role=rowheader]')].map(cell => cell.textContent)");
    assert_eq!(names, json!(["worse", "otherwise", "new", "not wanted now", "well again"]));
    let words = "document.querySelector('#view-changed .body [role=row]').textContent";
    assert_eq!(stage.ask(words), "worseoptx-O3H200, driver 570✓done✗failed");
}
