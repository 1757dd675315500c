//! The report of a test farm: kernels by codes by devices, each cell with its runs, logs, times and history.
//!
//! Idea: a farm fills a [`Report`] and [`html`] makes the page of it. What has to be judged is judged here, where tests hold it:
//! which cells changed ([`Cell::change`]), and which are told slower ([`slower`]). The page shows what was judged.
//!
//! A cell's place in the page has a link of its own ([`link`]), so other pages lead to its log.
//!
//! Cost: linear in the report. Measured on 10,000 cells (`examples/farm.rs`): see `tests/browser/size.rs`.

mod encode;
pub mod slower;

use crate::kit::Page;
use serde::{Deserialize, Serialize};

/// The report's script, behind the kit's.
const SCRIPT: [&str; 5] = [
    include_str!("model.js"),
    include_str!("matrix.js"),
    include_str!("lists.js"),
    include_str!("cell.js"),
    include_str!("start.js"),
];

/// What a farm has to say of one commit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The page's title.
    pub title: String,
    /// The commit that was tested.
    pub commit: String,
    /// When and by what the report was made, in words.
    pub made: String,
    /// The plan before this one, where there was one; then a cell that it did not have is new.
    pub previous: Option<Previous>,
    /// Whether all is well.
    pub verdict: Verdict,
    /// What was tested on.
    pub devices: Vec<Device>,
    /// What was tested: `optx-O3`, `nvrtc`.
    pub codes: Vec<String>,
    /// The unit of all times: `us`.
    pub unit: String,
    /// The commits of histories, oldest first. The last may be this report's own.
    pub commits: Vec<String>,
    /// Kernels and programs.
    pub rows: Vec<Row>,
}

/// The plan before this one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Previous {
    /// Its commit.
    pub commit: String,
}

/// Whether all is well.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It is.
    Green,
    /// It is not.
    Red {
        /// Why, a sentence each.
        why: Vec<String>,
    },
}

/// A device, and what drives it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Device {
    /// `H200`.
    pub model: String,
    /// The driver's version.
    pub driver: String,
}

/// A kernel or program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Row {
    /// Its name.
    pub name: String,
    /// What was tested of it. Two cells of one code on one device stand in two columns.
    pub cells: Vec<Cell>,
}

/// One code of a kernel on one device.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cell {
    /// Which of [`Report::codes`].
    pub code: usize,
    /// Which of [`Report::devices`].
    pub device: usize,
    /// How it stands.
    pub state: State,
    /// How it stood in the plan before, where that had it.
    pub was: Option<State>,
    /// What was run.
    pub runs: Vec<Run>,
    /// How long it took, where that was measured.
    pub times: Option<Times>,
    /// How long it took at each of [`Report::commits`], as far as they go.
    pub history: Vec<Option<Measured>>,
}

/// How a cell stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// It ran, and is right.
    Done,
    /// It was wanted and did not run.
    Missing,
    /// It went wrong.
    Failed,
    /// Some of its runs went wrong.
    Flaky,
    /// Its runs are well, but do not give one result.
    Disagreeing,
    /// Nobody asked for it.
    NotWanted,
}

impl State {
    /// All of them, in the order in which the page counts them.
    pub const ALL: [State; 6] = [
        State::Done,
        State::Failed,
        State::Disagreeing,
        State::Flaky,
        State::Missing,
        State::NotWanted,
    ];

    /// The letter that stands for it in the data.
    fn letter(self) -> char {
        match self {
            State::Done => 'd',
            State::Missing => 'm',
            State::Failed => 'f',
            State::Flaky => 'k',
            State::Disagreeing => 'g',
            State::NotWanted => 'n',
        }
    }
}

/// What became of a cell since the plan before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It stood otherwise.
    From(State),
    /// The plan before did not have it.
    New,
}

impl Cell {
    /// What changed since the plan before. Where there was none nothing did; a new cell that nobody asked for is no change.
    pub fn change(&self, previous: Option<&Previous>) -> Option<Change> {
        previous?;
        match self.was {
            Some(was) => (was != self.state).then_some(Change::From(was)),
            None => (self.state != State::NotWanted).then_some(Change::New),
        }
    }
}

/// One run of a cell.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// Which of the repeats.
    pub repeat: u32,
    /// What came of it, in a word or two.
    pub outcome: String,
    /// The digest of its result; empty where there is none.
    pub digest: String,
    /// How long the job took.
    pub seconds: f64,
    /// Where it ran.
    pub node: String,
    /// The job's name.
    pub job: String,
    /// Which attempt at the job.
    pub attempt: u32,
    /// Its log.
    pub message: String,
}

/// A median, and the interval around it that the measurement gives.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// The median.
    pub median: f64,
    /// The interval's low end.
    pub low: f64,
    /// Its high end.
    pub high: f64,
}

/// How long a cell took, and beside others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Times {
    /// The time, in [`Report::unit`].
    pub measured: Measured,
    /// The comparisons with other codes on the same device.
    pub peers: Vec<Peer>,
}

/// A comparison with another code.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Peer {
    /// Which of [`Report::codes`].
    pub code: usize,
    /// This code's time by the peer's: above 1 the peer is faster.
    pub ratio: Measured,
}

/// The page.
pub fn html(report: &Report) -> String {
    let mut page = page(&report.title);
    encode::encode(report, &mut page);
    page.html()
}

fn page(title: &str) -> Page {
    let mut page = Page::new(title);
    SCRIPT.iter().for_each(|text| page.script(text));
    page.style(include_str!("report.css"));
    page
}

/// The end of an address that opens a cell: `#cell/NAME/CODE/MODEL/DRIVER`. Of several rows of one name it is the first.
pub fn link(row: &str, code: &str, device: &Device) -> String {
    let words = [row, code, &device.model, &device.driver].map(encoded);
    format!("#cell/{}", words.join("/"))
}

/// As `encodeURIComponent` has it.
fn encoded(word: &str) -> String {
    let mut text = String::new();
    for byte in word.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.!~*'()".contains(&byte) {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(state: State, was: Option<State>) -> Cell {
        Cell { code: 0, device: 0, state, was, runs: vec![], times: None, history: vec![] }
    }

    #[test]
    fn a_change_is_one_since_a_plan_that_was() {
        let plan = Previous { commit: "1".to_owned() };
        let failed = cell(State::Failed, Some(State::Done));
        assert_eq!(failed.change(Some(&plan)), Some(Change::From(State::Done)));
        assert_eq!(failed.change(None), None);
        assert_eq!(cell(State::Done, Some(State::Done)).change(Some(&plan)), None);
        assert_eq!(cell(State::Done, None).change(Some(&plan)), Some(Change::New));
        assert_eq!(cell(State::NotWanted, None).change(Some(&plan)), None);
        assert_eq!(cell(State::Done, None).change(None), None);
    }

    #[test]
    fn the_script_is_below_60_kilobytes_and_may_stand_in_a_script_element() {
        let page = page("");
        assert!(page.script_bytes() < 60_000, "{} bytes", page.script_bytes());
        for text in SCRIPT {
            for word in ["</", "<!--", "\r", "http", "innerHTML", "outerHTML", "eval("] {
                assert!(!text.contains(word), "{word}");
            }
        }
    }

    #[test]
    fn a_report_is_what_was_written_of_it() {
        let text = r#"{"title":"t","commit":"c","made":"m","previous":{"commit":"b"},"verdict":{"red":{"why":["w"]}},
            "devices":[{"model":"H200","driver":"570"}],"codes":["optx-O3"],"unit":"us","commits":[],"rows":[{"name":"k","cells":
            [{"code":0,"device":0,"state":"not-wanted","was":"done","runs":[],"times":null,"history":[null]}]}]}"#;
        let report: Report = serde_json::from_str(text).unwrap();
        assert_eq!(report.rows[0].cells[0].state, State::NotWanted);
        let again = serde_json::to_string(&report).unwrap();
        assert_eq!(serde_json::from_str::<Report>(&again).unwrap(), report);
    }

    #[test]
    fn a_link_has_no_letter_that_divides_it() {
        let device = Device { model: "H 200".to_owned(), driver: "570/1".to_owned() };
        assert_eq!(link("a/b#ü", "-O3", &device), "#cell/a%2Fb%23%C3%BC/-O3/H%20200/570%2F1");
    }
}
