//! How the addresses of the lanes of a warp lie.
//!
//! Strides are estimates for the reader, no claims: they take indices not to wrap.

use crate::rows::Rows;
use crate::state::Coefficient;
use optx_ir::Space;

/// How the addresses of the lanes of a warp lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// All at one.
    Broadcast,
    /// So many bytes from lane to lane.
    Stride(i64),
    /// So many bytes from thread to thread along x: from lane to lane where the block is a multiple of 32 wide.
    AlongX(i64),
    /// In blocks of a known shape, of which a warp covers several rows.
    Rows(Rows),
    /// A number of bytes that is not known when compiling.
    Symbolic(String),
    /// Anywhere.
    Unknown,
    /// Each thread's own memory, which the hardware interleaves.
    Own,
}

/// How far an address is apart between threads.
pub(crate) struct Apart {
    /// From lane to lane.
    pub(crate) lane: Option<i64>,
    /// From thread to thread along x, y and z.
    pub(crate) axes: [Coefficient; 3],
    /// What it is from lane to lane where that is known when the kernel runs.
    pub(crate) symbol: Option<String>,
}

impl Pattern {
    /// That of an address in blocks of a shape where it is known.
    pub(crate) fn of(space: Space, apart: Apart, block: Option<[u32; 3]>) -> Pattern {
        let Apart { lane, axes, symbol } = apart;
        match (lane, &axes[0]) {
            _ if space == Space::Local => return Pattern::Own,
            (Some(0), _) => return Pattern::Broadcast,
            (Some(stride), _) => return Pattern::Stride(stride),
            (None, &Coefficient::Known(stride)) if block.is_none() => {
                return Pattern::AlongX(stride);
            }
            _ => {}
        }
        match block.and_then(|block| Rows::of(block, axes)) {
            Some(rows) if rows.is_broadcast() => Pattern::Broadcast,
            Some(rows) => Pattern::Rows(rows),
            None => symbol.map_or(Pattern::Unknown, Pattern::Symbolic),
        }
    }

    /// The bytes from lane to lane, along x where that is what is known; none where there is not one number of them.
    pub fn stride(&self) -> Option<i64> {
        match self {
            Pattern::Broadcast => Some(0),
            Pattern::Stride(stride) | Pattern::AlongX(stride) => Some(*stride),
            Pattern::Rows(_) | Pattern::Symbolic(_) | Pattern::Unknown | Pattern::Own => None,
        }
    }
}
