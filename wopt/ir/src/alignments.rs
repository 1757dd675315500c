//! How a function's objects are aligned, as far as the code generator tells ptxas: what [`crate::fold`] decides masks of addresses by.

use optx_whirl::{Module, St, StId};

/// Windows of shared memory, and of the other spaces, begin at multiples of two to this power.
pub(crate) const LOW_BITS: u32 = 12;

/// The alignments of a function's objects, as powers of two.
#[derive(Clone, Debug, Default)]
pub struct Alignments {
    pub(crate) locals: Vec<u8>,
    pub(crate) globals: Vec<u8>,
}

impl Alignments {
    /// Those of a module's objects and of a function's own.
    pub fn of(module: &Module, locals: &[St]) -> Alignments {
        let power = |st: &St| module.alignment(st).trailing_zeros().min(LOW_BITS) as u8;
        Alignments {
            locals: locals.iter().map(power).collect(),
            globals: module.globals.iter().map(power).collect(),
        }
    }

    /// So many low bits of an object's address are zeros.
    pub(crate) fn zeros(&self, st: StId) -> u32 {
        let own = if st.is_local() { &self.locals } else { &self.globals };
        own.get(st.index()).map_or(0, |&power| u32::from(power))
    }
}
