//! Points in the work of a device, and the time between them.

use std::ptr;

use crate::CudaError;
use crate::driver::Handle;
use crate::gpu::Gpu;

/// A point in the work of a device.
pub struct Event<'g> {
    gpu: &'g Gpu,
    handle: Handle,
}

impl Drop for Event<'_> {
    fn drop(&mut self) {
        // SAFETY: the handle came from cuEventCreate and is destroyed once.
        unsafe { (self.gpu.driver.functions.event_destroy)(self.handle) };
    }
}

impl Event<'_> {
    /// Marks the end of what was launched so far.
    pub fn record(&self) -> Result<(), CudaError> {
        self.gpu.enter()?;
        let f = &self.gpu.driver.functions;
        // SAFETY: the event lives; the null stream always exists.
        self.gpu
            .driver
            .check("cuEventRecord", unsafe { (f.event_record)(self.handle, ptr::null_mut()) })
    }

    /// Milliseconds from an earlier event, both of them reached.
    pub fn since(&self, earlier: &Event<'_>) -> Result<f32, CudaError> {
        let mut ms = 0.0;
        // SAFETY: both events live, and the pointer is valid for the call.
        let code = unsafe {
            (self.gpu.driver.functions.event_elapsed)(&mut ms, earlier.handle, self.handle)
        };
        self.gpu.driver.check("cuEventElapsedTime", code)?;
        Ok(ms)
    }
}

impl Gpu {
    /// An event that nothing has recorded.
    pub fn event(&self) -> Result<Event<'_>, CudaError> {
        self.enter()?;
        let mut handle: Handle = ptr::null_mut();
        // SAFETY: the pointer is valid for the call; no flags are set.
        let code = unsafe { (self.driver.functions.event_create)(&mut handle, 0) };
        self.driver.check("cuEventCreate", code)?;
        Ok(Event { gpu: self, handle })
    }
}
