//! What the host may ask of device memory that is not known.

use std::sync::Arc;

use crate::error::RunError;
use crate::exec::undefined::memory::{PARTLY, WRITTEN};
use crate::memory::{Device, DevicePtr};

/// An element of device memory of which something is not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// Which it is, from 0.
    pub element: usize,
    /// In words, where the first unknown bits come from, which a kernel stored there; none where nobody wrote them since they were
    /// allocated.
    pub origin: Option<Arc<str>>,
}

impl Device {
    /// The elements of so many bytes each of a range, of which something is not known, in order.
    pub fn unknown(
        &self,
        at: DevicePtr,
        bytes: u64,
        element: usize,
    ) -> Result<Vec<Unknown>, RunError> {
        let (k, o) = self.range(at, bytes)?;
        let Some(b) = self.buffers.get(k) else { return Ok(Vec::new()) };
        let Some(flags) = b.written.as_ref().and_then(|f| f.get(o..o + bytes as usize)) else {
            return Ok(Vec::new());
        };
        let size = element.max(1);
        let unknown = |(k, flags): (usize, &[u8])| {
            let first = flags.iter().position(|flag| *flag != WRITTEN)?;
            let stored = b.partly.get(&(o + k * size + first)).filter(|_| flags[first] == PARTLY);
            let origin = stored.map(|unset| self.kept.words_of(&unset.origin));
            Some(Unknown { element: k, origin })
        };
        Ok(flags.chunks(size).enumerate().filter_map(unknown).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LaunchConfig, Module, launch};

    #[test]
    fn flags_are_made_where_something_unknown_is_stored() {
        let text = ".version 8.0\n.target sm_80\n.address_size 64\n\
            .entry known(.param .u64 a, .param .u64 b) { .reg .b64 %p; .reg .b32 %t; mov.u32 %t, %tid.x; ld.param.u64 %p, [a]; st.global.u32 [%p], %t; ret; }\n\
            .entry partly(.param .u64 a, .param .u64 b) { .reg .b64 %p; .reg .b32 %t; .local .b8 m[4]; ld.param.u64 %p, [a];\n\
            st.local.u8 [m], 1; ld.local.u32 %t, [m]; st.global.u32 [%p+4], %t; ld.param.u64 %p, [b]; st.global.u32 [%p+4], 5; ret; }";
        let module = Module::load(text).unwrap();
        let mut device = Device::new();
        let at = ["a", "b"].map(|name| device.alloc(16, name).unwrap());
        let args = at.map(|p| p.0.to_le_bytes().to_vec());
        let config = LaunchConfig::default();
        launch(&mut device, &module, "known", &config, &args).unwrap();
        assert!(device.buffers.iter().all(|b| b.written.is_none()));
        launch(&mut device, &module, "partly", &config, &args).unwrap();
        let with: Vec<bool> = device.buffers.iter().map(|b| b.written.is_some()).collect();
        assert_eq!(with, [true, false]);
        assert_eq!(device.buffers[0].partly.len(), 3);
        // One text for the stores of all lanes.
        assert_eq!(device.kept.len(), 1);
        // They go with the buffer.
        device.free(at[0]).unwrap();
        assert_eq!(device.unknown(at[1], 16, 4).unwrap(), []);
    }
}
