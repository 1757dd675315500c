//! How one moves through a page: keys, rows made on view, small and narrow pages.

use crate::farm;
use crate::stage::{Stage, one};
use serde_json::json;

pub fn keys(stage: &mut Stage) {
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

pub fn virtual_rows(stage: &mut Stage) {
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

pub fn small(stage: &mut Stage) {
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

pub fn phone(stage: &mut Stage) {
    stage.browser.size(360, 740);
    let mut report = farm::report(100);
    report.title = "A-title-of-one-word-that-is-wider-than-a-phone-and-does-not-divide".to_owned();
    report.rows[0].name = "a_kernel_with_a_name_that_is_wider_than_a_phone_".repeat(3);
    stage.open(&report, "");
    // What is wider scrolls within itself: grids, tables, logs.
    let beyond = "[...document.querySelectorAll('body *')].filter(e => !e.closest('.body, .head, table, pre') && e.getBoundingClientRect().right > 360).map(e => e.outerHTML.slice(0, 80))";
    assert_eq!(stage.ask(beyond), json!([]));
    let wide = "[document.documentElement.scrollWidth, document.body.scrollWidth]";
    assert_eq!(stage.ask(wide), json!([360, 360]));
    stage.browser.press("ArrowRight");
    stage.browser.press("Enter");
    assert!(stage.panel_is_open());
    assert_eq!(stage.ask(wide), json!([360, 360]));
    assert_eq!(stage.ask(beyond), json!([]));
    let panel = "(({ width, height, left }) => [left, width, height])(document.querySelector('.panel').getBoundingClientRect())";
    assert_eq!(stage.ask(panel), json!([0, 360, 740]), "the panel is over the page");
    let within = "document.querySelector('.panel').scrollWidth";
    assert_eq!(stage.ask(within), json!(360));
    let grid = "document.querySelector('.grid').clientHeight";
    assert!(stage.ask(grid).as_u64() > Some(300), "there is room for rows");
}
