//! Makes a finding small: pieces are left out as long as the outcome stays.

use crate::arguments::Bounds;
use crate::findings::signature;
use crate::mutate::tokens;
use crate::protocol::Request;
use crate::worker::{End, Worker};
use std::time::{Duration, Instant};

/// Tries inputs, on a new worker whenever the last one died.
pub struct Trier {
    worker: Option<Worker>,
    bounds: Bounds,
}

impl Trier {
    /// No worker yet.
    pub fn new(bounds: Bounds) -> Trier {
        Trier { worker: None, bounds }
    }

    /// Compiles on this trier's worker.
    pub fn run(&mut self, request: &Request) -> Result<End, String> {
        let mut worker = match self.worker.take() {
            Some(worker) => worker,
            None => Worker::start()?,
        };
        let end = worker.run(request, self.bounds);
        if matches!(end, End::Reply(_)) {
            self.worker = Some(worker);
        }
        Ok(end)
    }

    /// Compiles on a worker that has compiled nothing else.
    pub fn run_alone(&mut self, request: &Request) -> Result<End, String> {
        self.worker = None;
        let end = self.run(request);
        self.worker = None;
        end
    }
}

/// The smallest text found in the time with the same outcome as `request` has.
pub fn minimise(request: &Request, bounds: Bounds, time: Duration) -> Result<Vec<u8>, String> {
    let mut trier = Trier::new(bounds);
    let Some(wanted) = signature(&trier.run_alone(request)?, bounds) else {
        return Err("nothing is wrong with this input".to_owned());
    };
    // Memory and time of a worker depend a little on what it did before.
    let alone = !wanted.starts_with("panic");
    let until = Instant::now() + time;
    let mut same = |text: &[u8]| -> Result<bool, String> {
        let smaller = Request { text: text.to_vec(), ..request.clone() };
        let end = if alone { trier.run_alone(&smaller)? } else { trier.run(&smaller)? };
        Ok(signature(&end, bounds).as_ref() == Some(&wanted))
    };
    let mut text = request.text.clone();
    loop {
        let before = text.len();
        for cut in [lines, lexemes, bytes] {
            let pieces = cut(&text);
            text = leave_out(pieces, until, &mut same)?;
        }
        if text.len() == before || Instant::now() >= until {
            return Ok(text);
        }
    }
}

fn lines(text: &[u8]) -> Vec<Vec<u8>> {
    text.split_inclusive(|b| *b == b'\n').map(<[u8]>::to_vec).collect()
}

fn lexemes(text: &[u8]) -> Vec<Vec<u8>> {
    match std::str::from_utf8(text) {
        Ok(text) => tokens::split(text).into_iter().map(String::into_bytes).collect(),
        Err(_) => bytes(text),
    }
}

fn bytes(text: &[u8]) -> Vec<Vec<u8>> {
    text.iter().map(|b| vec![*b]).collect()
}

/// Leaves out runs of pieces: half of them, a quarter, and so on to single ones.
fn leave_out(
    mut pieces: Vec<Vec<u8>>,
    until: Instant,
    same: &mut impl FnMut(&[u8]) -> Result<bool, String>,
) -> Result<Vec<u8>, String> {
    let mut size = pieces.len().div_ceil(2).max(1);
    loop {
        let mut at = 0;
        while at < pieces.len() {
            if Instant::now() >= until {
                return Ok(pieces.concat());
            }
            let end = (at + size).min(pieces.len());
            let rest = [&pieces[..at], &pieces[end..]].concat();
            if same(&rest.concat())? {
                pieces = rest;
            } else {
                at = end;
            }
        }
        if size == 1 {
            return Ok(pieces.concat());
        }
        size = size.div_ceil(2);
    }
}
