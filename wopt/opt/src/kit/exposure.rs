//! The objects of a module that addresses from anywhere may reach: what [`crate::analysis::memory`] finds of all functions, kept as a fact of the module.

use optx_whirl::StId;
use std::collections::BTreeSet;

/// The objects of a module that addresses from anywhere may reach.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exposure {
    pub(crate) objects: BTreeSet<StId>,
    pub(crate) loads_global: bool,
}

impl Exposure {
    /// True where a pointer that is loaded leads into global memory alone, or nowhere.
    pub fn loads_global(&self) -> bool {
        self.loads_global
    }

    /// The objects.
    pub fn objects(&self) -> &BTreeSet<StId> {
        &self.objects
    }
}
