//! When a kernel is told slower: where intervals part, and only there.
//!
//! A median above another says nothing while the measurements could be of one time. So a cell is slower than a peer, or than it was,
//! where its low end is above the other's high end. Intervals that touch do not part, and what is not finite parts from nothing.
//!
//! The rule takes the two intervals as they were measured, not the ratio's: it asks nothing of how a ratio's interval is made.

use super::{Cell, Measured, Report, Row};

/// Whether a time is told slower than another: its low end is above the other's high end.
pub fn slower(time: Measured, other: Measured) -> bool {
    let finite = |m: Measured| [m.median, m.low, m.high].iter().all(|end| end.is_finite());
    finite(time) && finite(other) && time.low > other.high
}

/// What a cell is slower than.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Slower {
    /// The codes among its peers, as numbers.
    pub peers: Vec<usize>,
    /// Whether it is slower than at the commit before: the last one that it was measured at, this report's own left out.
    pub before: bool,
}

/// What a cell is slower than. A peer that has no time of its own on the cell's device is nothing to be slower than.
pub fn of(report: &Report, row: &Row, cell: &Cell) -> Slower {
    let Some(times) = &cell.times else { return Slower::default() };
    let beaten_by = |code: usize| {
        let on_device = |other: &&Cell| other.code == code && other.device == cell.device;
        let peers = row.cells.iter().filter(on_device).filter_map(|other| other.times.as_ref());
        peers.into_iter().any(|peer| slower(times.measured, peer.measured))
    };
    let mut peers: Vec<usize> = times.peers.iter().map(|peer| peer.code).collect();
    peers.retain(|&code| beaten_by(code));
    let before = before(report, cell).is_some_and(|before| slower(times.measured, before));
    Slower { peers, before }
}

/// What was measured last before this report's commit.
fn before(report: &Report, cell: &Cell) -> Option<Measured> {
    let commits = report.commits.iter().zip(&cell.history);
    commits.rev().filter(|(commit, _)| **commit != report.commit).find_map(|(_, time)| *time)
}

#[cfg(test)]
mod tests {
    use super::super::{Peer, State, Times, Verdict};
    use super::*;

    fn time(low: f64, high: f64) -> Measured {
        Measured { median: (low + high) / 2.0, low, high }
    }

    fn cell(code: usize, device: usize, measured: Measured, peers: &[usize]) -> Cell {
        let ratio = time(0.5, 2.0);
        let peers = peers.iter().map(|&code| Peer { code, ratio }).collect();
        let times = Some(Times { measured, peers });
        Cell { code, device, state: State::Done, was: None, runs: vec![], times, history: vec![] }
    }

    fn report(commits: &[&str]) -> Report {
        Report {
            title: String::new(),
            commit: "now".to_owned(),
            made: String::new(),
            previous: None,
            verdict: Verdict::Green,
            devices: vec![],
            codes: vec![],
            unit: "us".to_owned(),
            commits: commits.iter().map(|&commit| commit.to_owned()).collect(),
            rows: vec![],
        }
    }

    #[test]
    fn only_where_intervals_part() {
        assert!(slower(time(2.1, 3.0), time(1.0, 2.0)));
        assert!(!slower(time(2.0, 3.0), time(1.0, 2.0)), "they touch");
        assert!(!slower(time(1.9, 9.0), time(1.0, 2.0)), "they overlap");
        assert!(!slower(time(1.0, 2.0), time(2.1, 3.0)), "it is faster");
        assert!(!slower(time(f64::NAN, 3.0), time(1.0, 2.0)));
        assert!(!slower(time(2.1, f64::INFINITY), time(1.0, 2.0)));
        assert!(!slower(time(2.1, 3.0), time(f64::NEG_INFINITY, 2.0)));
    }

    #[test]
    fn peers_are_those_named_on_the_same_device() {
        let ours = cell(0, 0, time(3.0, 4.0), &[1, 2, 3, 4]);
        let cells = vec![
            ours.clone(),
            cell(1, 0, time(1.0, 2.0), &[]),
            cell(2, 0, time(1.0, 3.5), &[]),
            cell(3, 1, time(1.0, 2.0), &[]),
            cell(5, 0, time(1.0, 2.0), &[]),
        ];
        let row = Row { name: String::new(), cells };
        let found = of(&report(&[]), &row, &ours);
        assert_eq!(found, Slower { peers: vec![1], before: false });
    }

    #[test]
    fn before_is_the_last_commit_that_measured() {
        let row = Row { name: String::new(), cells: vec![] };
        let told = |commits: &[&str], history: Vec<Option<Measured>>| {
            let mut ours = cell(0, 0, time(3.0, 4.0), &[]);
            ours.history = history;
            of(&report(commits), &row, &ours).before
        };
        let (fast, slow) = (Some(time(1.0, 2.0)), Some(time(3.0, 4.0)));
        assert!(told(&["a", "b"], vec![slow, fast]));
        assert!(!told(&["a", "b"], vec![fast, slow]));
        assert!(told(&["a", "b"], vec![fast, None]), "what was not measured is passed over");
        assert!(told(&["a", "now"], vec![fast, slow]), "this commit is not before itself");
        assert!(!told(&["a", "b"], vec![]));
        assert!(!told(&[], vec![fast]), "a time of no commit");
    }

    #[test]
    fn what_was_not_measured_is_not_slower() {
        let mut ours = cell(0, 0, time(3.0, 4.0), &[0]);
        ours.times = None;
        ours.history = vec![Some(time(1.0, 2.0))];
        let row = Row { name: String::new(), cells: vec![ours.clone()] };
        assert_eq!(of(&report(&["a"]), &row, &ours), Slower::default());
    }
}
