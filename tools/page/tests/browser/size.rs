//! How large a page is, and how long it takes to open.
//!
//! Measured on two shared cores with Chromium 156, from the order to go there until the page is loaded and a frame of it is made, nine
//! turns, four times: an empty page 44 to 74 ms in the median and 31 to 45 at least; ten thousand jobs in 4.59 MB 121 to 128, and 100
//! to 112. The same file without its script takes nearly as long: what is paid is the reading. The medians are compared.

use crate::farm;
use crate::stage::Stage;
use optx_page::report;
use serde_json::json;

pub fn large(stage: &mut Stage) {
    let html = report::html(&farm::report(2500));
    assert!(html.len() < 5_000_000, "{} bytes", html.len());
    let empty = stage.write("empty.html", "<!DOCTYPE html><title>empty</title>");
    let full = stage.write("page.html", &html);
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
