//! What a page says: links, filters, what Rust judged.

use crate::farm;
use crate::stage::{Stage, one};
use optx_page::report::{self, Cell, State};
use serde_json::json;

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
