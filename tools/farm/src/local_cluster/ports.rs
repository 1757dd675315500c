//! Ports of loopback that nobody listens on.
//!
//! They are taken below those that the system gives to outgoing connections (from 32768 on), since one that is free now could be
//! such a connection's when a daemon starts anew. Who listens is read from `/proc/net/tcp`: a connection to see would stand in
//! the controller's log as an error.

use std::hash::{BuildHasher as _, RandomState};
use std::net::{Ipv4Addr, TcpListener};

use super::error::ClusterError;

const FIRST: u16 = 20_000;
const COUNT: u16 = 12_000;

/// Whether a daemon can listen there.
pub(super) fn is_free(port: u16) -> bool {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok()
}

/// Whether somebody listens there.
pub(super) fn answers(port: u16) -> bool {
    let text = std::fs::read_to_string("/proc/net/tcp").unwrap_or_default();
    // Columns: number, own address, the other's, state; 0A is "listens", 0100007F is 127.0.0.1 on a machine of x86-64 or Arm.
    text.lines().any(|line| {
        let mut words = line.split_whitespace().skip(1);
        let (own, state) = (words.next().unwrap_or_default(), words.nth(1));
        state == Some("0A") && own.ends_with(&format!(":{port:04X}"))
    })
}

/// So many free ones, beginning anywhere: clusters that come up at once do not look at the same.
pub(super) fn pick(count: usize) -> Result<Vec<u16>, ClusterError> {
    let start = u16::try_from(RandomState::new().hash_one(count) % u64::from(COUNT)).unwrap_or(0);
    let ports = (0..COUNT).map(|step| FIRST + (start + step) % COUNT);
    let free: Vec<u16> = ports.filter(|&port| is_free(port)).take(count).collect();
    if free.len() < count {
        return Err(ClusterError::Choice(format!(
            "{count} ports are needed of 127.0.0.1, and between {FIRST} and {} {} are free: end what listens there",
            FIRST + COUNT,
            free.len()
        )));
    }
    Ok(free)
}
