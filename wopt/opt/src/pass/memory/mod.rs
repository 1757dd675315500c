//! Passes over memory: objects that become variables, classes and spaces of accesses, stores that go, atomics. They use the classes of [`crate::analysis::memory`] and renew versions with the kit.

pub mod atomic_aggregation;
pub mod dead_stores;
pub mod joined_stores;
pub mod memory_spaces;
pub mod read_only_loads;
pub mod scalar_replacement;
pub mod space_questions;
pub mod store_sinking;
pub mod summarize;
pub mod version_spaces;
