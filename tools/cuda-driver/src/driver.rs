//! The CUDA driver: about twenty calls of libcuda.

use std::ffi::{c_char, c_int, c_uint, c_void};
use std::ptr;
use std::sync::Arc;

use libloading::Library;

use crate::CudaError;
use crate::nvrtc::{c_string, text_at};

type Handle = *mut c_void;
type Status = c_int;

/// Names under which the driver is installed.
#[cfg(windows)]
const LIBRARIES: [&str; 1] = ["nvcuda.dll"];
#[cfg(not(windows))]
const LIBRARIES: [&str; 2] = ["libcuda.so.1", "libcuda.so"];

const ERROR_NO_DEVICE: Status = 100;
const JIT_INFO_LOG: c_uint = 3;
const JIT_INFO_LOG_SIZE: c_uint = 4;
const JIT_ERROR_LOG: c_uint = 5;
const JIT_ERROR_LOG_SIZE: c_uint = 6;
const JIT_LOG_VERBOSE: c_uint = 12;
const LOG_BYTES: usize = 64 << 10;

macro_rules! functions {
    ($($field:ident = $symbol:literal : fn($($arg:ty),*);)*) => {
        /// The functions of the driver that are used.
        struct Functions {
            $($field: unsafe extern "C" fn($($arg),*) -> Status,)*
        }

        impl Functions {
            fn find(library: &Library) -> Result<Self, CudaError> {
                Ok(Self {
                    $($field: {
                        let name = concat!($symbol, "\0").as_bytes();
                        // SAFETY: the type is the documented signature of that function, and the
                        // library is kept loaded beside the pointers.
                        let f = unsafe { library.get::<unsafe extern "C" fn($($arg),*) -> Status>(name) };
                        *f.map_err(|e| CudaError::NoDriver(format!("the driver is too old: {e}")))?
                    },)*
                })
            }
        }
    };
}

functions! {
    init = "cuInit": fn(c_uint);
    version = "cuDriverGetVersion": fn(*mut c_int);
    error_name = "cuGetErrorName": fn(Status, *mut *const c_char);
    error_string = "cuGetErrorString": fn(Status, *mut *const c_char);
    device_count = "cuDeviceGetCount": fn(*mut c_int);
    device_get = "cuDeviceGet": fn(*mut c_int, c_int);
    device_name = "cuDeviceGetName": fn(*mut c_char, c_int, c_int);
    device_attribute = "cuDeviceGetAttribute": fn(*mut c_int, c_int, c_int);
    context_retain = "cuDevicePrimaryCtxRetain": fn(*mut Handle, c_int);
    context_release = "cuDevicePrimaryCtxRelease_v2": fn(c_int);
    context_set = "cuCtxSetCurrent": fn(Handle);
    synchronize = "cuCtxSynchronize": fn();
    module_load = "cuModuleLoadDataEx": fn(*mut Handle, *const c_void, c_uint, *mut c_uint, *mut *mut c_void);
    module_unload = "cuModuleUnload": fn(Handle);
    module_function = "cuModuleGetFunction": fn(*mut Handle, Handle, *const c_char);
    module_global = "cuModuleGetGlobal_v2": fn(*mut u64, *mut usize, Handle, *const c_char);
    function_attribute = "cuFuncSetAttribute": fn(Handle, c_int, c_int);
    alloc = "cuMemAlloc_v2": fn(*mut u64, usize);
    free = "cuMemFree_v2": fn(u64);
    copy_in = "cuMemcpyHtoD_v2": fn(u64, *const c_void, usize);
    copy_out = "cuMemcpyDtoH_v2": fn(*mut c_void, u64, usize);
    fill = "cuMemsetD8_v2": fn(u64, u8, usize);
    launch = "cuLaunchKernel": fn(
        Handle, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint,
        Handle, *mut *mut c_void, *mut *mut c_void
    );
}

/// The loaded driver, initialised.
pub struct Driver {
    functions: Functions,
    _library: Library,
}

impl Driver {
    /// Loads and initialises the driver.
    pub fn load() -> Result<Arc<Self>, CudaError> {
        let mut reason = String::new();
        for name in LIBRARIES {
            // SAFETY: loading runs the library's initialisers; the driver's have no preconditions.
            match unsafe { Library::new(name) } {
                Ok(library) => {
                    let functions = Functions::find(&library)?;
                    let driver = Self { functions, _library: library };
                    // SAFETY: the flags must be zero.
                    let code = unsafe { (driver.functions.init)(0) };
                    if code == ERROR_NO_DEVICE {
                        return Err(CudaError::NoDevice("the driver finds none".into()));
                    }
                    driver.check("cuInit", code)?;
                    return Ok(Arc::new(driver));
                }
                Err(e) => reason = e.to_string(),
            }
        }
        Err(CudaError::NoDriver(reason))
    }

    fn check(&self, function: &'static str, code: Status) -> Result<(), CudaError> {
        if code == 0 {
            return Ok(());
        }
        let mut words = Vec::new();
        for f in [self.functions.error_name, self.functions.error_string] {
            let mut p: *const c_char = ptr::null();
            // SAFETY: the pointer is valid for the call, and what it gives is a constant string.
            if unsafe { f(code, &mut p) } == 0 {
                words.push(unsafe { text_at(p) });
            }
        }
        let message = words.join(": ");
        if code == ERROR_NO_DEVICE {
            return Err(CudaError::NoDevice(message));
        }
        Err(CudaError::Call { function, code, message })
    }

    /// The driver's version: major and minor.
    pub fn version(&self) -> Result<(i32, i32), CudaError> {
        let mut v = 0;
        // SAFETY: the pointer is valid for the call.
        self.check("cuDriverGetVersion", unsafe { (self.functions.version)(&mut v) })?;
        Ok((v / 1000, v % 1000 / 10))
    }

    /// Number of devices.
    pub fn device_count(&self) -> Result<u32, CudaError> {
        let mut n = 0;
        // SAFETY: the pointer is valid for the call.
        self.check("cuDeviceGetCount", unsafe { (self.functions.device_count)(&mut n) })?;
        Ok(n.max(0) as u32)
    }

    /// Opens a device by number, with its primary context.
    pub fn open(self: &Arc<Self>, number: u32) -> Result<Gpu, CudaError> {
        let count = self.device_count()?;
        if number >= count {
            return Err(CudaError::NoDevice(format!("device {number} of {count} does not exist")));
        }
        let f = &self.functions;
        let mut device = 0;
        // SAFETY: the pointers are valid for the calls.
        self.check("cuDeviceGet", unsafe { (f.device_get)(&mut device, number as c_int) })?;
        let mut context: Handle = ptr::null_mut();
        self.check("cuDevicePrimaryCtxRetain", unsafe {
            (f.context_retain)(&mut context, device)
        })?;
        let gpu = Gpu { driver: Arc::clone(self), device, context };
        gpu.enter()?;
        Ok(gpu)
    }
}

/// Attributes of a device that are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attribute {
    /// Major part of the compute capability.
    CapabilityMajor = 75,
    /// Minor part of the compute capability.
    CapabilityMinor = 76,
    /// Number of multiprocessors.
    Multiprocessors = 16,
    /// Most bytes of shared memory a block can opt in to.
    SharedPerBlockOptin = 97,
}

/// A device and its primary context.
pub struct Gpu {
    driver: Arc<Driver>,
    device: c_int,
    context: Handle,
}

/// A loaded module.
pub struct Loaded<'g> {
    gpu: &'g Gpu,
    handle: Handle,
    /// What the JIT said, warnings included.
    pub log: String,
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
    fn enter(&self) -> Result<(), CudaError> {
        // SAFETY: the context is retained while this value lives.
        let code = unsafe { (self.driver.functions.context_set)(self.context) };
        self.driver.check("cuCtxSetCurrent", code)
    }

    /// The device's name.
    pub fn name(&self) -> Result<String, CudaError> {
        let mut buffer = [0 as c_char; 256];
        // SAFETY: the buffer has the size that is passed, and the driver ends the text with a zero byte.
        let code = unsafe {
            (self.driver.functions.device_name)(
                buffer.as_mut_ptr(),
                buffer.len() as c_int - 1,
                self.device,
            )
        };
        self.driver.check("cuDeviceGetName", code)?;
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
        self.enter()?;
        let text = c_string(ptx)?;
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
                text.as_ptr().cast(),
                options.len() as c_uint,
                options.as_mut_ptr(),
                values.as_mut_ptr(),
            )
        };
        let read = |b: &[u8]| {
            let end = b.iter().position(|&c| c == 0).unwrap_or(b.len());
            String::from_utf8_lossy(&b[..end]).trim().to_string()
        };
        if code != 0 {
            let log = read(&error);
            if log.is_empty() {
                self.driver.check("cuModuleLoadDataEx", code)?;
            }
            return Err(CudaError::Refused(log));
        }
        Ok(Loaded { gpu: self, handle, log: read(&info) })
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
        grid: [u32; 3],
        block: [u32; 3],
        dyn_shared: u32,
        args: &[Vec<u8>],
    ) -> Result<(), CudaError> {
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
        // SAFETY: there is one pointer a parameter, each to as many bytes as the caller gave, which the
        // caller has checked against the kernel's parameters.
        let code = unsafe {
            (f.launch)(
                kernel.handle,
                grid[0],
                grid[1],
                grid[2],
                block[0],
                block[1],
                block[2],
                dyn_shared,
                ptr::null_mut(),
                pointers.as_mut_ptr(),
                ptr::null_mut(),
            )
        };
        self.driver.check("cuLaunchKernel", code)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_driver_or_device_is_one_clear_message() {
        // With a GPU at hand this opens it; without one the message says what is missing.
        match Driver::load().and_then(|d| d.open(0)) {
            Ok(gpu) => assert!(!gpu.name().unwrap().is_empty()),
            Err(e @ (CudaError::NoDriver(_) | CudaError::NoDevice(_))) => {
                let text = e.to_string();
                assert!(text.starts_with("no CUDA d"), "{text}");
                assert_eq!(text.lines().count(), 1, "{text}");
            }
            Err(e) => panic!("{e}"),
        }
    }

    #[test]
    fn names_with_zero_bytes_are_refused() {
        assert!(matches!(c_string("a\0b"), Err(CudaError::Argument(_))));
    }
}
