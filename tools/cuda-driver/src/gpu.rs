//! A device, what is loaded on it, and what runs there.

use std::ffi::{c_char, c_int, c_uint, c_void};
use std::ptr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::CudaError;
use crate::driver::{Attribute, Driver, Handle, Status, status};
use crate::nvrtc::{c_string, text_at};

const JIT_INFO_LOG: c_uint = 3;
const JIT_INFO_LOG_SIZE: c_uint = 4;
const JIT_ERROR_LOG: c_uint = 5;
const JIT_ERROR_LOG_SIZE: c_uint = 6;
const JIT_LOG_VERBOSE: c_uint = 12;
const LOG_BYTES: usize = 64 << 10;

/// A device and its primary context. After a kernel's fault every call of the process fails, those that make the context anew
/// too: only another process has the device again.
pub struct Gpu {
    pub(crate) driver: Arc<Driver>,
    device: c_int,
    context: Handle,
}

/// How a kernel is launched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Blocks.
    pub grid: [u32; 3],
    /// Threads a block.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub dyn_shared: u32,
    /// All blocks run at once, and may wait for each other.
    pub cooperative: bool,
}

/// A loaded module.
pub struct Loaded<'g> {
    gpu: &'g Gpu,
    handle: Handle,
    /// What the JIT said, warnings included.
    pub log: String,
}

/// What the machine code of a kernel takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// Registers of a thread.
    pub registers: i32,
    /// Bytes of local memory of a thread: arrays, and what was spilled.
    pub local: i32,
}

/// A kernel of a loaded module.
#[derive(Clone, Copy)]
pub struct Kernel<'m> {
    handle: Handle,
    _module: std::marker::PhantomData<&'m ()>,
}

impl Drop for Loaded<'_> {
    fn drop(&mut self) {
        // SAFETY: the handle came from cuModuleLoadDataEx and is unloaded once.
        unsafe { (self.gpu.driver.functions.module_unload)(self.handle) };
    }
}

impl Drop for Gpu {
    fn drop(&mut self) {
        // SAFETY: the context was retained once for this value.
        unsafe { (self.driver.functions.context_release)(self.device) };
    }
}

impl Gpu {
    /// Opens a device by number, with its primary context.
    pub fn open(driver: &Arc<Driver>, number: u32) -> Result<Gpu, CudaError> {
        let count = driver.device_count()?;
        if number >= count {
            return Err(CudaError::NoDevice(format!("device {number} of {count} does not exist")));
        }
        let mut device = 0;
        // SAFETY: the pointer is valid for the call.
        let code = unsafe { (driver.functions.device_get)(&mut device, number as c_int) };
        driver.check("cuDeviceGet", code)?;
        let mut context: Handle = ptr::null_mut();
        // SAFETY: the pointer is valid for the call.
        let code = unsafe { (driver.functions.context_retain)(&mut context, device) };
        driver.check("cuDevicePrimaryCtxRetain", code)?;
        let gpu = Gpu { driver: Arc::clone(driver), device, context };
        gpu.enter()?;
        Ok(gpu)
    }

    pub(crate) fn enter(&self) -> Result<(), CudaError> {
        // SAFETY: the context is retained while this value lives.
        let code = unsafe { (self.driver.functions.context_set)(self.context) };
        self.driver.check("cuCtxSetCurrent", code)
    }

    /// The driver that the device belongs to.
    pub fn driver(&self) -> &Arc<Driver> {
        &self.driver
    }

    /// Bytes of memory: free ones, and all.
    pub fn memory(&self) -> Result<(usize, usize), CudaError> {
        self.enter()?;
        let (mut free, mut all) = (0, 0);
        // SAFETY: the pointers are valid for the call.
        let code = unsafe { (self.driver.functions.memory)(&mut free, &mut all) };
        self.driver.check("cuMemGetInfo", code)?;
        Ok((free, all))
    }

    /// The device's name.
    pub fn name(&self) -> Result<String, CudaError> {
        self.text("cuDeviceGetName", self.driver.functions.device_name)
    }

    /// Where the device is on its bus, as other libraries name it.
    pub(crate) fn bus(&self) -> Result<String, CudaError> {
        self.text("cuDeviceGetPCIBusId", self.driver.functions.device_bus)
    }

    /// What a function of the driver writes about the device.
    fn text(
        &self,
        function: &'static str,
        ask: unsafe extern "C" fn(*mut c_char, c_int, c_int) -> Status,
    ) -> Result<String, CudaError> {
        let mut buffer = [0 as c_char; 256];
        // SAFETY: the buffer has the size that is passed, and the driver ends the text with a zero byte.
        let code = unsafe { ask(buffer.as_mut_ptr(), buffer.len() as c_int - 1, self.device) };
        self.driver.check(function, code)?;
        Ok(unsafe { text_at(buffer.as_ptr()) })
    }

    /// An attribute of the device.
    pub fn attribute(&self, a: Attribute) -> Result<i32, CudaError> {
        let mut v = 0;
        // SAFETY: the pointer is valid for the call.
        let code =
            unsafe { (self.driver.functions.device_attribute)(&mut v, a as c_int, self.device) };
        self.driver.check("cuDeviceGetAttribute", code)?;
        Ok(v)
    }

    /// Loads PTX; what the JIT has to say is in the result, or in the error.
    pub fn load(&self, ptx: &str) -> Result<Loaded<'_>, CudaError> {
        let text = c_string(ptx)?;
        self.load_image(text.as_bytes_with_nul()).map_err(|e| match e {
            CudaError::Call { code: status::UNSUPPORTED_PTX_VERSION, .. } => self.too_old(ptx),
            e => e,
        })
    }

    /// Loads a cubin.
    pub fn load_cubin(&self, image: &[u8]) -> Result<Loaded<'_>, CudaError> {
        self.load_image(image)
    }

    /// That the driver is older than a PTX text.
    fn too_old(&self, ptx: &str) -> CudaError {
        let of_text = ptx.lines().find_map(|line| line.trim().strip_prefix(".version"));
        let of_driver = self
            .driver
            .version()
            .map_or(String::new(), |(major, minor)| format!(" (its CUDA is {major}.{minor})"));
        CudaError::TooOld(format!(
            "PTX {} is newer than the driver knows{of_driver}",
            of_text.unwrap_or_default().trim()
        ))
    }

    /// `image` is a text that ends in a zero byte, or a cubin.
    fn load_image(&self, image: &[u8]) -> Result<Loaded<'_>, CudaError> {
        self.enter()?;
        let mut info = vec![0u8; LOG_BYTES];
        let mut error = vec![0u8; LOG_BYTES];
        let mut options =
            [JIT_INFO_LOG, JIT_INFO_LOG_SIZE, JIT_ERROR_LOG, JIT_ERROR_LOG_SIZE, JIT_LOG_VERBOSE];
        // Sizes and flags are passed as if they were pointers.
        let mut values: [*mut c_void; 5] = [
            info.as_mut_ptr().cast(),
            LOG_BYTES as *mut c_void,
            error.as_mut_ptr().cast(),
            LOG_BYTES as *mut c_void,
            ptr::without_provenance_mut(1),
        ];
        let mut handle: Handle = ptr::null_mut();
        // SAFETY: both arrays have the length that is passed, and the buffers outlive the call.
        let code = unsafe {
            (self.driver.functions.module_load)(
                &mut handle,
                image.as_ptr().cast(),
                options.len() as c_uint,
                options.as_mut_ptr(),
                values.as_mut_ptr(),
            )
        };
        let read = |b: &[u8]| {
            let end = b.iter().position(|&c| c == 0).unwrap_or(b.len());
            String::from_utf8_lossy(&b[..end]).trim().to_string()
        };
        if code == 0 {
            return Ok(Loaded { gpu: self, handle, log: read(&info) });
        }
        let log = read(&error);
        match code {
            status::UNSUPPORTED_PTX_VERSION => {}
            status::NO_BINARY_FOR_GPU => {
                let capability = |a| self.attribute(a).unwrap_or_default();
                return Err(CudaError::Refused(format!(
                    "no code for this device (sm_{}{}){}{log}",
                    capability(Attribute::CapabilityMajor),
                    capability(Attribute::CapabilityMinor),
                    if log.is_empty() { "" } else { ": " },
                )));
            }
            _ if !log.is_empty() => return Err(CudaError::Refused(log)),
            _ => {}
        }
        self.driver.check("cuModuleLoadDataEx", code)?;
        // `check` gave an error: the code is none of success.
        Err(CudaError::Refused(log))
    }

    /// Allocates device memory. The address of no bytes is one that nothing may access.
    pub fn alloc(&self, bytes: usize) -> Result<u64, CudaError> {
        self.enter()?;
        let mut at = 0;
        // SAFETY: the pointer is valid for the call; the driver refuses a size of zero.
        let code = unsafe { (self.driver.functions.alloc)(&mut at, bytes.max(1)) };
        self.driver.check("cuMemAlloc", code)?;
        Ok(at)
    }

    /// Frees device memory.
    pub fn free(&self, at: u64) -> Result<(), CudaError> {
        self.enter()?;
        // SAFETY: the driver itself refuses addresses that it did not give.
        self.driver.check("cuMemFree", unsafe { (self.driver.functions.free)(at) })
    }

    /// Copies bytes to the device.
    pub fn write(&self, at: u64, bytes: &[u8]) -> Result<(), CudaError> {
        self.enter()?;
        if bytes.is_empty() {
            return Ok(());
        }
        // SAFETY: the slice is valid for its length; the driver checks the device range.
        let code =
            unsafe { (self.driver.functions.copy_in)(at, bytes.as_ptr().cast(), bytes.len()) };
        self.driver.check("cuMemcpyHtoD", code)
    }

    /// Copies bytes from the device.
    pub fn read(&self, at: u64, bytes: usize) -> Result<Vec<u8>, CudaError> {
        self.enter()?;
        let mut out = vec![0u8; bytes];
        if bytes > 0 {
            // SAFETY: the buffer is valid for its length; the driver checks the device range.
            let code =
                unsafe { (self.driver.functions.copy_out)(out.as_mut_ptr().cast(), at, bytes) };
            self.driver.check("cuMemcpyDtoH", code)?;
        }
        Ok(out)
    }

    /// Copies bytes from one place of the device to another; what follows on it waits for that.
    pub fn copy(&self, to: u64, from: u64, bytes: usize) -> Result<(), CudaError> {
        self.enter()?;
        if bytes == 0 {
            return Ok(());
        }
        // SAFETY: the driver checks both device ranges.
        self.driver.check("cuMemcpyDtoD", unsafe { (self.driver.functions.copy)(to, from, bytes) })
    }

    /// Fills device memory with a byte.
    pub fn fill(&self, at: u64, value: u8, bytes: usize) -> Result<(), CudaError> {
        self.enter()?;
        if bytes == 0 {
            return Ok(());
        }
        // SAFETY: the driver checks the device range.
        self.driver.check("cuMemsetD8", unsafe { (self.driver.functions.fill)(at, value, bytes) })
    }

    /// Launches a kernel with the bytes of its parameters, each in a vector of its own.
    pub fn launch(
        &self,
        kernel: Kernel<'_>,
        shape: Shape,
        args: &[Vec<u8>],
    ) -> Result<(), CudaError> {
        let Shape { grid, block, dyn_shared, cooperative } = shape;
        self.enter()?;
        let f = &self.driver.functions;
        if dyn_shared > 48 << 10 {
            const MAX_DYNAMIC_SHARED: c_int = 8;
            // SAFETY: the handle belongs to a loaded module.
            let code = unsafe {
                (f.function_attribute)(kernel.handle, MAX_DYNAMIC_SHARED, dyn_shared as c_int)
            };
            self.driver.check("cuFuncSetAttribute", code)?;
        }
        // The driver reads each argument with its parameter's alignment: 16 bytes serve all.
        let mut stores: Vec<Vec<u128>> = args
            .iter()
            .map(|a| {
                a.chunks(16)
                    .map(|c| {
                        let mut b = [0u8; 16];
                        b[..c.len()].copy_from_slice(c);
                        u128::from_ne_bytes(b)
                    })
                    .collect()
            })
            .collect();
        let mut pointers: Vec<*mut c_void> =
            stores.iter_mut().map(|s| s.as_mut_ptr().cast()).collect();
        let ([x, y, z], [u, v, w]) = (grid, block);
        let (stream, pointers) = (ptr::null_mut(), pointers.as_mut_ptr());
        // SAFETY: there is one pointer a parameter, each to as many bytes as the caller gave, which the
        // caller has checked against the kernel's parameters.
        if cooperative {
            let code = unsafe {
                (f.launch_cooperative)(
                    kernel.handle,
                    x,
                    y,
                    z,
                    u,
                    v,
                    w,
                    dyn_shared,
                    stream,
                    pointers,
                )
            };
            return self.driver.check("cuLaunchCooperativeKernel", code);
        }
        let none = ptr::null_mut();
        let code = unsafe {
            (f.launch)(kernel.handle, x, y, z, u, v, w, dyn_shared, stream, pointers, none)
        };
        self.driver.check("cuLaunchKernel", code)
    }

    /// Waits until all launched work is done, or the time is over.
    ///
    /// After [`CudaError::Hang`] the work still runs, and nothing can end it but the end of the process, which must not go
    /// through the driver's own clean-up: it would wait. See [`crate::leave`].
    pub fn wait(&self, limit: Duration) -> Result<(), CudaError> {
        self.enter()?;
        let begin = Instant::now();
        let mut pause = Duration::from_micros(5);
        loop {
            // SAFETY: the null stream always exists.
            let code: Status = unsafe { (self.driver.functions.stream_query)(ptr::null_mut()) };
            if code != status::NOT_READY {
                return self.driver.check("cuStreamQuery", code);
            }
            if begin.elapsed() > limit {
                return Err(CudaError::Hang(limit));
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(5));
        }
    }

    /// Waits until all launched work is done.
    pub fn synchronize(&self) -> Result<(), CudaError> {
        self.enter()?;
        // SAFETY: no arguments.
        self.driver.check("cuCtxSynchronize", unsafe { (self.driver.functions.synchronize)() })
    }
}

impl Loaded<'_> {
    /// A kernel by its name in the PTX.
    pub fn kernel(&self, name: &str) -> Result<Kernel<'_>, CudaError> {
        let name = c_string(name)?;
        let mut handle: Handle = ptr::null_mut();
        // SAFETY: the module lives, and the name outlives the call.
        let code = unsafe {
            (self.gpu.driver.functions.module_function)(&mut handle, self.handle, name.as_ptr())
        };
        self.gpu.driver.check("cuModuleGetFunction", code)?;
        Ok(Kernel { handle, _module: std::marker::PhantomData })
    }

    /// What a kernel's machine code takes.
    pub fn resources(&self, kernel: Kernel<'_>) -> Result<Resources, CudaError> {
        const LOCAL: c_int = 3;
        const REGISTERS: c_int = 4;
        let get = |attribute: c_int| {
            let mut value = 0;
            // SAFETY: the pointer is valid for the call, and the handle belongs to a loaded module.
            let code = unsafe {
                (self.gpu.driver.functions.attribute_of)(&mut value, attribute, kernel.handle)
            };
            self.gpu.driver.check("cuFuncGetAttribute", code).map(|()| value)
        };
        Ok(Resources { registers: get(REGISTERS)?, local: get(LOCAL)? })
    }

    /// Address and size of a `__device__` or `__constant__` variable.
    pub fn global(&self, name: &str) -> Result<(u64, usize), CudaError> {
        let name = c_string(name)?;
        let (mut at, mut bytes) = (0, 0);
        // SAFETY: the module lives, and the name outlives the call.
        let code = unsafe {
            (self.gpu.driver.functions.module_global)(
                &mut at,
                &mut bytes,
                self.handle,
                name.as_ptr(),
            )
        };
        self.gpu.driver.check("cuModuleGetGlobal", code)?;
        Ok((at, bytes))
    }
}
