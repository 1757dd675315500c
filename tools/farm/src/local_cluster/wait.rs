//! Waiting for what can be seen.

use std::time::{Duration, Instant};

use super::error::ClusterError;

/// Between two looks.
const PAUSE: Duration = Duration::from_millis(25);

/// What a look has shown.
#[derive(Clone, Debug)]
pub enum Look<T> {
    /// It is there.
    There(T),
    /// It is not; what was seen instead.
    NotYet(String),
}

/// Looks again and again until it is there. That the deadline passes is an error of the infrastructure, and says what was seen
/// last.
pub fn wait_for<T>(
    what: &str,
    deadline: Duration,
    mut look: impl FnMut() -> Result<Look<T>, ClusterError>,
) -> Result<T, ClusterError> {
    let begin = Instant::now();
    loop {
        let is_late = begin.elapsed() >= deadline;
        match look()? {
            Look::There(value) => return Ok(value),
            Look::NotYet(seen) if is_late => {
                return Err(ClusterError::Deadline {
                    what: what.to_owned(),
                    after: deadline,
                    seen,
                });
            }
            Look::NotYet(_) => std::thread::sleep(PAUSE),
        }
    }
}
