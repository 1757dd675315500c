//! What a page does with texts that mean it harm, and with long ones.

use crate::farm;
use crate::stage::{Stage, one};
use optx_page::report::{self, Device, Measured, Peer, Previous, Times, Verdict};
use serde_json::json;

const HOSTILE: [&str; 7] = [
    "</script><script>window.hit = 1</script>",
    "<img src=x onerror=\"window.hit = 1\">",
    "<!--<script>",
    "]]>\u{2028}\u{2029}\\u003c\"'`${window.hit = 1}",
    "javascript:window.hit=1",
    "\u{202e}txt.exe\u{202c} \u{2066}",
    "__proto__ constructor\u{1b}[31m",
];

pub fn hostile(stage: &mut Stage) {
    for text in HOSTILE {
        let mut report = one(text, text);
        for place in [&mut report.title, &mut report.commit, &mut report.made, &mut report.unit] {
            *place = text.to_owned();
        }
        report.previous = Some(Previous { commit: text.to_owned() });
        report.verdict = Verdict::Red { why: vec![text.to_owned()] };
        report.devices[0] = Device { model: text.to_owned(), driver: text.to_owned() };
        report.codes[0] = text.to_owned();
        let time = Measured { median: 2.0, low: 1.0, high: 3.0 };
        report.commits = vec![text.to_owned(); 2];
        report.rows[0].cells[0].history = vec![Some(time); 2];
        let peers = vec![Peer { code: 0, ratio: time }];
        report.rows[0].cells[0].times = Some(Times { measured: time, peers });
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
        assert_eq!(stage.ask("document.querySelectorAll('.panel svg').length"), json!(2));
        stage.ask("['changed', 'times', 'matrix'].forEach(name => document.getElementById(`tab-${name}`).click())");
        assert_eq!(stage.ask("window.hit === undefined"), json!(true), "{text}");
        assert_eq!(stage.ask("document.querySelectorAll('img, script').length"), json!(1));
    }
    assert!(stage.text(".panel pre").contains("␛[31m"));
}

pub fn requests(stage: &mut Stage) {
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

pub fn long_log(stage: &mut Stage) {
    let long = "0123456789".repeat(1_000_000);
    stage.open(&one("k", &long), "");
    stage.browser.press("Enter");
    let said = stage.text(".panel pre");
    assert!(said.len() < 30_000 && said.contains("9,980,000 characters are left out"));
    stage.ask("document.querySelector('.panel pre').previousSibling.click()");
    let length = stage.ask("document.querySelector('.panel pre').textContent.length");
    assert_eq!(length, json!(long.len()));
}
