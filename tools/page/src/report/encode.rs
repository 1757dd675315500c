//! A report as the page's data.
//!
//! Idea: what the first screen needs is small and stands by columns, a letter for each row (`matrix`); what a panel needs stands by
//! rows (`details`) and is parsed when it is first asked for. A history is most of a page, and is whole numbers: [`history`].

use super::{Cell, Change, Measured, Report, Run, State, Times, Verdict, slower};
use crate::kit::{Page, Strings};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Where a cell stands: devices, then codes; the number tells cells of one code on one device apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    device: usize,
    code: usize,
    number: usize,
}

/// A column of the matrix: a letter for each row, a space where nothing is.
struct Column {
    states: Vec<char>,
    /// What it was; `+` is new.
    was: Vec<char>,
    /// `p` than a peer, `b` than before, `2` than both.
    slower: Vec<char>,
    medians: Vec<Value>,
}

/// Puts a report into a page.
pub(super) fn encode(report: &Report, page: &mut Page) {
    let places: Vec<Vec<Place>> = report.rows.iter().map(|row| places(&row.cells)).collect();
    let rows = report.rows.len();
    let mut columns: BTreeMap<Place, Column> =
        places.iter().flatten().map(|&place| (place, Column::of(rows))).collect();
    let numbers: BTreeMap<Place, usize> =
        columns.keys().enumerate().map(|(number, &place)| (place, number)).collect();
    let mut details = Vec::with_capacity(rows);
    for (at, row) in report.rows.iter().enumerate() {
        let mut of_row = Vec::with_capacity(row.cells.len());
        for (cell, place) in row.cells.iter().zip(&places[at]) {
            let slower = slower::of(report, row, cell);
            if let Some(column) = columns.get_mut(place) {
                column.put(at, cell, cell.change(report.previous.as_ref()), &slower);
            }
            let detail = detail(cell, &slower, &mut page.strings);
            of_row.push(json!([numbers.get(place), detail]));
        }
        details.push(Value::Array(of_row));
    }
    page.data("head", &head(report, columns.values()));
    let names: Vec<&str> = report.rows.iter().map(|row| row.name.as_str()).collect();
    let columns: Vec<Value> =
        columns.iter().map(|(place, column)| column.encoded(*place)).collect();
    page.data("matrix", &json!({ "names": names, "columns": columns }));
    page.data("details", &Value::Array(details));
}

/// The places of a row's cells.
fn places(cells: &[Cell]) -> Vec<Place> {
    let mut seen: BTreeMap<Place, usize> = BTreeMap::new();
    let place = |cell: &Cell| {
        let first = Place { device: cell.device, code: cell.code, number: 0 };
        let next = seen.entry(first).or_default();
        *next += 1;
        Place { number: *next - 1, ..first }
    };
    cells.iter().map(place).collect()
}

impl Column {
    fn of(rows: usize) -> Column {
        let empty = || vec![' '; rows];
        Column { states: empty(), was: empty(), slower: empty(), medians: vec![Value::Null; rows] }
    }

    fn put(&mut self, at: usize, cell: &Cell, change: Option<Change>, slower: &slower::Slower) {
        self.states[at] = cell.state.letter();
        self.was[at] = match change {
            None => ' ',
            Some(Change::New) => '+',
            Some(Change::From(state)) => state.letter(),
        };
        self.slower[at] = match (slower.peers.is_empty(), slower.before) {
            (true, false) => ' ',
            (false, false) => 'p',
            (true, true) => 'b',
            (false, true) => '2',
        };
        self.medians[at] =
            cell.times.as_ref().map_or(Value::Null, |times| rounded(times.measured.median, 4));
    }

    fn encoded(&self, place: Place) -> Value {
        let text = |letters: &[char]| letters.iter().collect::<String>();
        json!({
            "device": place.device,
            "code": place.code,
            "number": place.number,
            "states": text(&self.states),
            "was": text(&self.was),
            "slower": text(&self.slower),
            "medians": self.medians,
        })
    }
}

fn head<'a>(report: &Report, columns: impl Iterator<Item = &'a Column> + Clone) -> Value {
    let count = |state: State| {
        let letters = columns.clone().flat_map(|column| &column.states);
        letters.filter(|&&letter| letter == state.letter()).count()
    };
    let counts: Vec<Value> =
        State::ALL.iter().map(|&state| json!([state.letter().to_string(), count(state)])).collect();
    let marked = |letters: fn(&Column) -> &Vec<char>| {
        columns.clone().flat_map(letters).filter(|&&letter| letter != ' ').count()
    };
    let why = match &report.verdict {
        Verdict::Green => None,
        Verdict::Red { why } => Some(why),
    };
    json!({
        "title": report.title,
        "commit": report.commit,
        "made": report.made,
        "previous": report.previous.as_ref().map(|previous| &previous.commit),
        "red": why,
        "devices": report.devices,
        "codes": report.codes,
        "unit": report.unit,
        "commits": report.commits,
        "counts": counts,
        "slower": marked(|column| &column.slower),
        "changed": marked(|column| &column.was),
    })
}

/// What a cell's panel shows.
fn detail(cell: &Cell, slower: &slower::Slower, strings: &mut Strings) -> Value {
    let runs: Vec<Value> = cell.runs.iter().map(|r| run(r, strings)).collect();
    let times = cell.times.as_ref().map(|found| times(found, slower));
    json!([runs, times, history(&cell.history)])
}

fn run(run: &Run, strings: &mut Strings) -> Value {
    json!([
        run.repeat,
        strings.string(&run.outcome),
        strings.string(&run.digest),
        rounded(run.seconds, 4),
        strings.string(&run.node),
        strings.string(&run.job),
        run.attempt,
        strings.text(&run.message),
    ])
}

/// The time, whether it is slower than before, and for each peer the ratio and whether it is slower than that.
fn times(times: &Times, slower: &slower::Slower) -> Value {
    let three = |m: &Measured| [m.median, m.low, m.high].map(|end| rounded(end, 6));
    let peer = |peer: &super::Peer| {
        json!([peer.code, three(&peer.ratio), u8::from(slower.peers.contains(&peer.code))])
    };
    let peers: Vec<Value> = times.peers.iter().map(peer).collect();
    json!([three(&times.measured), u8::from(slower.before), peers])
}

/// A history as whole numbers: how many digits stand behind the point, then for each commit `null`, or the step from the last median,
/// how far down the interval goes and how far up. The least median keeps four digits.
fn history(history: &[Option<Measured>]) -> Value {
    // Doubles hold whole numbers up to here.
    const MOST: f64 = 9e15;
    let finite = |m: &Measured| [m.median, m.low, m.high].iter().all(|end| end.is_finite());
    let known: Vec<Option<Measured>> = history.iter().map(|m| m.filter(finite)).collect();
    let medians = known.iter().flatten().map(|m| m.median).filter(|&median| median > 0.0);
    let least = medians.fold(f64::INFINITY, f64::min);
    let digits = if least.is_finite() { 3 - least.log10().floor() as i32 } else { 0 };
    let digits = digits.clamp(-300, 300);
    let whole = |end: f64| (end * 10f64.powi(digits)).round().clamp(-MOST, MOST) as i64;
    let mut list = vec![json!(digits)];
    let mut last = 0;
    for measured in known {
        let Some(measured) = measured else {
            list.push(Value::Null);
            continue;
        };
        let median = whole(measured.median);
        let steps = [median - last, median - whole(measured.low), whole(measured.high) - median];
        list.extend(steps.map(Value::from));
        last = median;
    }
    // A tail of nothing says nothing.
    while list.last() == Some(&Value::Null) {
        list.pop();
    }
    Value::Array(list)
}

/// A number to so many digits, as short as it can be written; what is not finite is nothing.
fn rounded(number: f64, digits: usize) -> Value {
    if !number.is_finite() {
        return Value::Null;
    }
    let text = format!("{number:.*e}", digits.saturating_sub(1));
    let number: f64 = text.parse().unwrap_or(number);
    if number.fract() == 0.0 && number.abs() < 1e15 { json!(number as i64) } else { json!(number) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_what_is_no_number_is_nothing() {
        assert_eq!(rounded(12.345_678, 4), json!(12.35));
        assert_eq!(rounded(100.0, 4), json!(100));
        assert_eq!(rounded(-0.000_123_456, 4), json!(-0.000_123_5));
        assert_eq!(rounded(f64::NAN, 4), Value::Null);
        assert_eq!(rounded(f64::INFINITY, 4), Value::Null);
        assert_eq!(rounded(0.0, 4), json!(0));
    }

    #[test]
    fn a_history_is_steps_of_whole_numbers() {
        let time = |median, low, high| Some(Measured { median, low, high });
        let list = [time(12.34, 12.3, 12.4), None, time(12.5, 12.0, 12.6), None];
        assert_eq!(history(&list), json!([2, 1234, 4, 6, null, 16, 50, 10]));
        assert_eq!(history(&[]), json!([0]));
        assert_eq!(history(&[time(0.0, 0.0, 1.0)]), json!([0, 0, 0, 1]));
        assert_eq!(history(&[time(f64::NAN, 0.0, 1.0)]), json!([0]));
        // Ends that a whole number cannot hold are cut, and nothing overflows.
        history(&[time(1e-300, -1e300, 1e300), time(1e300, -1e300, 1e300)]);
    }

    #[test]
    fn two_cells_of_one_code_on_one_device_stand_in_two_places() {
        let cell = |code| Cell {
            code,
            device: 0,
            state: State::Done,
            was: None,
            runs: vec![],
            times: None,
            history: vec![],
        };
        let numbers: Vec<usize> =
            places(&[cell(1), cell(2), cell(1)]).iter().map(|place| place.number).collect();
        assert_eq!(numbers, [0, 0, 1]);
    }
}
