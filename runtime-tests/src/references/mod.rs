//! What every runtime kernel should give, computed another way.
//!
//! References work on whole arrays, in double precision or wide integers, and do not share the kernels'
//! algorithms.

mod arithmetic;
mod atomics;
mod calls;
mod grids;
mod integers;
mod language;
mod layout;
mod linear;
mod mixed;
mod physics;
mod scans;

use optx_launch::{Data, Inputs, References};

/// A reference: expected contents of a buffer.
pub type Reference = fn(&Inputs<'_>) -> Result<Data, String>;

/// The references of the runtime kernels.
pub struct Table;

fn all() -> impl Iterator<Item = &'static (&'static str, Reference)> {
    linear::TABLE
        .iter()
        .chain(scans::TABLE)
        .chain(grids::TABLE)
        .chain(integers::TABLE)
        .chain(physics::TABLE)
        .chain(layout::TABLE)
        .chain(arithmetic::TABLE)
        .chain(language::TABLE)
        .chain(calls::TABLE)
        .chain(atomics::TABLE)
        .chain(mixed::TABLE)
}

impl References for Table {
    fn compute(&self, name: &str, inputs: &Inputs<'_>) -> Option<Result<Data, String>> {
        all().find(|(n, _)| *n == name).map(|(_, f)| f(inputs))
    }

    fn names(&self) -> Vec<String> {
        all().map(|(n, _)| n.to_string()).collect()
    }
}

/// Rounds to 32-bit floats.
pub(crate) fn narrow(v: impl IntoIterator<Item = f64>) -> Data {
    Data::from_f32(&v.into_iter().map(|x| x as f32).collect::<Vec<_>>())
}

/// Widens to 64-bit floats.
pub(crate) fn wide(v: &[f32]) -> Vec<f64> {
    v.iter().map(|&x| f64::from(x)).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_are_unique() {
        let mut names: Vec<&str> = super::all().map(|(n, _)| *n).collect();
        let n = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(n, names.len());
    }
}
