//! The kit: what a page of ours is made of, whatever it shows.
//!
//! Idea: a page is a frame, data and a script. The data are blocks of JSON that the browser does not run (`type="application/json"`)
//! and the script parses when it first asks for them, so opening a page costs what is on its screen. Texts stand once, in
//! [`Strings`]; all else names them by number. The script puts text in as text alone, and makes only the rows that are seen.
//!
//! What a page's own script has from the kit:
//!
//! | file | names |
//! |---|---|
//! | `page.js` | `data`, `string`, `text`: what the page holds; `make`, `draw`: elements of HTML and SVG; `shown`, `figure`, `counted`: texts and numbers as they are read |
//! | `grid.js` | `Grid`: rows made on view, moved through by keys |
//! | `filter.js` | `Filter`: words and toggles |
//! | `panel.js` | `Panel`: what is said of one thing, beside the rest; `log`, `table` |
//! | `tabs.js` | `Tabs`: views of which one is shown |
//! | `plot.js` | `intervals`, `pastPlot`: medians with their intervals |
//!
//! What keeps a hostile text out, in the order in which it would have to pass: JSON in which no `<` stands, a script
//! that has no `innerHTML`, and a Content-Security-Policy that allows this script and this style by their hashes, and no request.
//!
//! Source: Content Security Policy Level 3 (hashes, section 2.3.1), the HTML standard (script data states, data blocks), WAI-ARIA
//! 1.2 (grid). Cost: linear in the data; a page is held in memory twice while it is written.

mod policy;
mod strings;

pub use strings::Strings;

use serde_json::Value;

/// The kit's script: a file for each thing.
const SCRIPT: [&str; 6] = [
    include_str!("page.js"),
    include_str!("grid.js"),
    include_str!("filter.js"),
    include_str!("panel.js"),
    include_str!("tabs.js"),
    include_str!("plot.js"),
];

/// A page in the making.
#[derive(Clone, Debug)]
pub struct Page {
    title: String,
    script: String,
    style: String,
    blocks: Vec<Block>,
    /// The texts that its data name by number.
    pub strings: Strings,
}

/// Data under a name.
#[derive(Clone, Debug)]
struct Block {
    name: &'static str,
    json: String,
}

impl Page {
    /// A page with the kit's script and style, and no data.
    pub fn new(title: &str) -> Page {
        let mut page = Page {
            title: title.to_owned(),
            script: String::from("\"use strict\";\n"),
            style: String::new(),
            blocks: Vec::new(),
            strings: Strings::default(),
        };
        SCRIPT.iter().for_each(|text| page.script(text));
        page.style(include_str!("kit.css"));
        page
    }

    /// Script of the page's own; it stands behind what was there. It may not say `</script` or `<!--`, which end or change what
    /// the browser takes for a script.
    pub fn script(&mut self, text: &'static str) {
        self.script.push_str(text);
    }

    /// Style of the page's own.
    pub fn style(&mut self, text: &'static str) {
        self.style.push_str(text);
    }

    /// Data that the script finds by this name: `data("NAME")`.
    pub fn data(&mut self, name: &'static str, value: &Value) {
        self.blocks.push(Block { name, json: embedded(&value.to_string()) });
    }

    /// The file.
    pub fn html(mut self) -> String {
        let strings = self.strings.encoded();
        self.data("strings", &strings);
        let length: usize = self.blocks.iter().map(|block| block.json.len() + 80).sum();
        let mut html = String::with_capacity(length + self.script.len() + self.style.len() + 2000);
        html.push_str("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        // The policy holds for what stands behind it, so it is first.
        let policy = policy::policy(&self.script, &self.style);
        html.push_str(&format!(
            "<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n"
        ));
        html.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        html.push_str("<meta name=\"referrer\" content=\"no-referrer\">\n");
        html.push_str(&format!("<title>{}</title>\n", escaped(&self.title)));
        html.push_str(&format!("<style>{}</style>\n</head>\n<body>\n", self.style));
        html.push_str(
            "<noscript>This page is made by its script, which needs no network.</noscript>\n",
        );
        for Block { name, json } in &self.blocks {
            html.push_str(&format!("<script type=\"application/json\" id=\"data-{name}\">"));
            html.push_str(json);
            html.push_str("</script>\n");
        }
        html.push_str(&format!("<script>{}</script>\n</body>\n</html>\n", self.script));
        html
    }

    /// How many bytes of script it has.
    pub fn script_bytes(&self) -> usize {
        self.script.len()
    }
}

/// JSON as it may stand in a script element: `<` begins `</script>` and `<!--`, and stands in JSON only within strings, where an
/// escape means the same. U+2028 and U+2029 end lines where somebody takes JSON for JavaScript.
fn embedded(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// A text as it may stand between tags.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "</script><script>alert(1)</script><!--\u{2028}\u{2029}&amp;\r\0";

    /// What stands between an element's tags.
    fn between<'a>(html: &'a str, begin: &str, end: &str) -> &'a str {
        let at = html.find(begin).expect("it begins") + begin.len();
        &html[at..at + html[at..].find(end).expect("it ends")]
    }

    #[test]
    fn a_hostile_text_stays_in_its_block() {
        let mut page = Page::new(HOSTILE);
        page.data("own", &Value::from(HOSTILE));
        let number = page.strings.string(HOSTILE);
        let html = page.html();
        let own = between(&html, "id=\"data-own\">", "</script>");
        assert!(!own.contains(['<', '\u{2028}', '\u{2029}']), "{own}");
        assert_eq!(serde_json::from_str::<Value>(own).unwrap(), HOSTILE);
        let strings = between(&html, "id=\"data-strings\">", "</script>");
        let strings: Value = serde_json::from_str(strings).unwrap();
        assert_eq!(strings["strings"][number as usize], HOSTILE);
        assert!(!between(&html, "<title>", "</title>").contains('<'));
        // Two blocks and the script: no element more than was made.
        assert_eq!(html.matches("<script").count(), 3);
        assert_eq!(html.matches("</script").count(), 3);
    }

    #[test]
    fn the_policy_is_of_the_script_and_style_that_stand_there() {
        let mut page = Page::new("a page");
        page.script("let own = 1;\n");
        page.style("p { color: red }\n");
        let html = page.html();
        let script = between(&html, "<script>", "</script>");
        let style = between(&html, "<style>", "</style>");
        let said = between(&html, "Security-Policy\" content=\"", "\"");
        assert_eq!(said, policy::policy(script, style));
        assert!(script.ends_with("let own = 1;\n") && style.ends_with("p { color: red }\n"));
        assert!(html.find("Security-Policy") < html.find("<style>"));
    }

    #[test]
    fn the_kits_script_is_text_that_may_stand_in_a_script_element() {
        let page = Page::new("");
        for text in [&page.script, &page.style] {
            // A carriage return would be read as a line feed, and the hash be of another text.
            for word in ["</", "<!--", "\r", "http:", "https:", "innerHTML", "eval("] {
                let known = text.replace("http://www.w3.org/2000/svg", "");
                assert!(!known.contains(word), "{word}");
            }
        }
    }
}
