//! Functions that the driver provides to kernels.

/// A function that the driver provides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostFunction {
    /// Formats a text and prints it.
    Vprintf,
    /// Ends the kernel with the message of an assertion.
    AssertFail,
}

impl HostFunction {
    /// The function of that name.
    pub fn named(name: &str) -> Option<HostFunction> {
        match name {
            "vprintf" => Some(HostFunction::Vprintf),
            "__assertfail" => Some(HostFunction::AssertFail),
            _ => None,
        }
    }

    /// Bytes of its parameters and of its result.
    pub fn sizes(self) -> (&'static [u64], &'static [u64]) {
        match self {
            HostFunction::Vprintf => (&[8, 8], &[4]),
            HostFunction::AssertFail => (&[8, 8, 4, 8, 8], &[]),
        }
    }
}

/// A call of one: where its arguments and its result lie in the thread's local memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostCall {
    /// Which.
    pub function: HostFunction,
    /// Offset and bytes of each argument.
    pub arguments: Vec<(u32, u32)>,
    /// Offset of the result.
    pub result: Option<u32>,
}
