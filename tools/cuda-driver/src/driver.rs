//! The CUDA driver: some thirty calls of libcuda.
//!
//! `OPTX_CUDA_DRIVER` names the library to load instead of the installed one.

use std::error::Error as _;
use std::ffi::{c_char, c_int, c_uint, c_void};
use std::ptr;
use std::sync::Arc;

use libloading::Library;

use crate::CudaError;
use crate::nvrtc::text_at;

pub(crate) type Handle = *mut c_void;
pub(crate) type Status = c_int;

/// Names under which the driver is installed.
#[cfg(windows)]
const LIBRARIES: [&str; 1] = ["nvcuda.dll"];
#[cfg(not(windows))]
const LIBRARIES: [&str; 2] = ["libcuda.so.1", "libcuda.so"];

/// Where a library of the driver's may be: by the names it is installed under, or the one that is named instead of all of them.
pub(crate) fn libraries(installed: &[&str]) -> Vec<String> {
    let named = std::env::var(LIBRARY).ok().filter(|name| !name.is_empty());
    named.map_or_else(|| installed.iter().map(|&n| n.to_owned()).collect(), |name| vec![name])
}

/// The variable of the environment that names another library.
pub const LIBRARY: &str = "OPTX_CUDA_DRIVER";

/// The driver's numbers for what is told apart.
pub(crate) mod status {
    use super::Status;

    pub(crate) const OUT_OF_MEMORY: Status = 2;
    pub(crate) const NO_DEVICE: Status = 100;
    pub(crate) const NO_BINARY_FOR_GPU: Status = 209;
    pub(crate) const UNSUPPORTED_PTX_VERSION: Status = 222;
    pub(crate) const NOT_READY: Status = 600;
}

macro_rules! functions {
    ($($field:ident = $symbol:literal : fn($($arg:ty),*);)*) => {
        /// The functions of the driver that are used.
        pub(crate) struct Functions {
            $(pub(crate) $field: unsafe extern "C" fn($($arg),*) -> Status,)*
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
    device_bus = "cuDeviceGetPCIBusId": fn(*mut c_char, c_int, c_int);
    device_attribute = "cuDeviceGetAttribute": fn(*mut c_int, c_int, c_int);
    context_retain = "cuDevicePrimaryCtxRetain": fn(*mut Handle, c_int);
    context_release = "cuDevicePrimaryCtxRelease_v2": fn(c_int);
    context_set = "cuCtxSetCurrent": fn(Handle);
    memory = "cuMemGetInfo_v2": fn(*mut usize, *mut usize);
    stream_query = "cuStreamQuery": fn(Handle);
    event_create = "cuEventCreate": fn(*mut Handle, c_uint);
    event_destroy = "cuEventDestroy_v2": fn(Handle);
    event_record = "cuEventRecord": fn(Handle, Handle);
    event_elapsed = "cuEventElapsedTime": fn(*mut f32, Handle, Handle);
    synchronize = "cuCtxSynchronize": fn();
    module_load = "cuModuleLoadDataEx": fn(*mut Handle, *const c_void, c_uint, *mut c_uint, *mut *mut c_void);
    module_unload = "cuModuleUnload": fn(Handle);
    module_function = "cuModuleGetFunction": fn(*mut Handle, Handle, *const c_char);
    module_global = "cuModuleGetGlobal_v2": fn(*mut u64, *mut usize, Handle, *const c_char);
    function_attribute = "cuFuncSetAttribute": fn(Handle, c_int, c_int);
    attribute_of = "cuFuncGetAttribute": fn(*mut c_int, c_int, Handle);
    alloc = "cuMemAlloc_v2": fn(*mut u64, usize);
    free = "cuMemFree_v2": fn(u64);
    copy_in = "cuMemcpyHtoD_v2": fn(u64, *const c_void, usize);
    copy_out = "cuMemcpyDtoH_v2": fn(*mut c_void, u64, usize);
    copy = "cuMemcpyDtoD_v2": fn(u64, u64, usize);
    fill = "cuMemsetD8_v2": fn(u64, u8, usize);
    launch = "cuLaunchKernel": fn(
        Handle, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint,
        Handle, *mut *mut c_void, *mut *mut c_void
    );
    launch_cooperative = "cuLaunchCooperativeKernel": fn(
        Handle, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint, c_uint,
        Handle, *mut *mut c_void
    );
}

/// The loaded driver, initialised.
pub struct Driver {
    pub(crate) functions: Functions,
    _library: Library,
}

impl Driver {
    /// Loads and initialises the driver.
    pub fn load() -> Result<Arc<Self>, CudaError> {
        let mut reason = String::new();
        for name in libraries(&LIBRARIES) {
            // SAFETY: loading runs the library's initialisers; the driver's have no preconditions.
            match unsafe { Library::new(&name) } {
                Ok(library) => {
                    let functions = Functions::find(&library)?;
                    let driver = Self { functions, _library: library };
                    // SAFETY: the flags must be zero.
                    let code = unsafe { (driver.functions.init)(0) };
                    if code == status::NO_DEVICE {
                        return Err(CudaError::NoDevice("the driver finds none".into()));
                    }
                    driver.check("cuInit", code)?;
                    return Ok(Arc::new(driver));
                }
                // What the loader has to say is the error's source.
                Err(e) => reason = e.source().map_or_else(|| e.to_string(), ToString::to_string),
            }
        }
        Err(CudaError::NoDriver(reason))
    }

    pub(crate) fn check(&self, function: &'static str, code: Status) -> Result<(), CudaError> {
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
        match code {
            status::NO_DEVICE => return Err(CudaError::NoDevice(message)),
            status::OUT_OF_MEMORY => return Err(CudaError::OutOfMemory(message)),
            _ => {}
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
    /// Clock of the multiprocessors at its most, in kHz.
    Clock = 13,
    /// Clock of the memory at its most, in kHz.
    MemoryClock = 36,
    /// Bytes of the second-level cache.
    L2Bytes = 38,
    /// Whether kernels can be launched cooperatively.
    Cooperative = 95,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::Gpu;
    use crate::nvrtc::c_string;

    #[test]
    fn a_missing_driver_or_device_is_one_clear_message() {
        // With a GPU at hand this opens it; without one the message says what is missing.
        match Driver::load().and_then(|d| Gpu::open(&d, 0)) {
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
