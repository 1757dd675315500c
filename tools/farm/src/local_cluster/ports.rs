//! Ports of loopback that nobody listens on.
//!
//! They are taken below those that the system gives to outgoing connections (from 32768 on), since one that is free now could be
//! such a connection's when a daemon starts anew.

use std::hash::{BuildHasher as _, RandomState};
use std::net::{Ipv4Addr, TcpListener, TcpStream};

use super::error::ClusterError;

const FIRST: u16 = 20_000;
const COUNT: u16 = 12_000;

/// Whether a daemon can listen there.
pub(super) fn is_free(port: u16) -> bool {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok()
}

/// Whether somebody listens there.
pub(super) fn answers(port: u16) -> bool {
    TcpStream::connect((Ipv4Addr::LOCALHOST, port)).is_ok()
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
