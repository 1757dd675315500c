//! A shared library with the entry points of libcuda that optx calls, for tests on machines without a GPU.
//!
//! Kernels run on the emulator when they are launched; what goes wrong in them is said by the calls behind until the process
//! ends, as on a device. Which calls say so was looked at on an H100 (driver 580.159.04): all that need the context, and the one
//! that takes the primary context, so that no context can be had any more. [`behaviour`] says what it can be told to do wrong.

pub mod behaviour;
mod management;
mod state;

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::path::PathBuf;

use state::{State, anyhow, with};

/// The driver's numbers.
mod status {
    pub(crate) const SUCCESS: i32 = 0;
    pub(crate) const INVALID_VALUE: i32 = 1;
    pub(crate) const OUT_OF_MEMORY: i32 = 2;
    pub(crate) const NO_DEVICE: i32 = 100;
    pub(crate) const INVALID_IMAGE: i32 = 200;
    pub(crate) const NO_BINARY_FOR_GPU: i32 = 209;
    pub(crate) const INVALID_PTX: i32 = 218;
    pub(crate) const UNSUPPORTED_PTX_VERSION: i32 = 222;
    pub(crate) const INVALID_HANDLE: i32 = 400;
    pub(crate) const NOT_FOUND: i32 = 500;
    pub(crate) const NOT_READY: i32 = 600;
    pub(crate) const ILLEGAL_ADDRESS: i32 = 700;
    pub(crate) const LAUNCH_TIMEOUT: i32 = 702;
    pub(crate) const ASSERT: i32 = 710;
    pub(crate) const MISALIGNED_ADDRESS: i32 = 716;
    pub(crate) const LAUNCH_FAILED: i32 = 719;
}

/// Where cargo built this library for the test that asks; None where it did not.
pub fn library() -> Option<PathBuf> {
    use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
    let program = std::env::current_exe().ok()?;
    let folder = program.parent()?;
    let name = format!("{DLL_PREFIX}fake_cuda{DLL_SUFFIX}");
    [folder.join(&name), folder.join("..").join(&name)].into_iter().find(|path| path.exists())
}

/// How the cubins begin that this driver knows.
const CUBIN: &str = "\x7fELF fake cubin\n";

/// A cubin for this driver alone, of a PTX text.
pub fn cubin(ptx: &str) -> Vec<u8> {
    let mut image = CUBIN.as_bytes().to_vec();
    image.extend_from_slice(ptx.as_bytes());
    image.push(0);
    image
}

type Handle = *mut c_void;

fn as_handle(number: usize) -> Handle {
    std::ptr::without_provenance_mut(number)
}

/// Puts a result where the caller wants it.
///
/// # Safety
/// `to` is valid for a write.
unsafe fn give<T>(to: *mut T, result: Result<T, i32>) -> c_int {
    match result {
        Ok(value) => {
            // SAFETY: as the caller promises.
            unsafe { to.write(value) };
            status::SUCCESS
        }
        Err(code) => code,
    }
}

/// Writes a text and its zero byte where the caller has so many bytes.
///
/// # Safety
/// `to` is valid for `length` bytes.
unsafe fn give_text(to: *mut c_char, length: c_int, text: &CStr) -> c_int {
    let bytes = text.to_bytes_with_nul();
    let length = usize::try_from(length).unwrap_or(0).min(bytes.len());
    // SAFETY: as the caller promises.
    unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr().cast(), to, length) };
    status::SUCCESS
}

/// Defines entry points: each is as the driver's documentation says, and its pointers have to be as that says too.
macro_rules! entry_points {
    ($($(#[$doc:meta])* fn $name:ident($($arg:ident: $ty:ty),* $(,)?) $body:block)*) => {
        $(
            $(#[$doc])*
            ///
            /// # Safety
            /// As the driver's documentation of the function says.
            #[unsafe(no_mangle)]
            #[allow(non_snake_case)]
            pub unsafe extern "C" fn $name($($arg: $ty),*) -> c_int $body
        )*
    };
}
pub(crate) use entry_points;

entry_points! {
    /// Initialises.
    fn cuInit(_flags: c_uint) {
        anyhow(|s| if s.behaviour.no_device { status::NO_DEVICE } else { status::SUCCESS })
    }

    /// The version of CUDA.
    fn cuDriverGetVersion(version: *mut c_int) {
        anyhow(|s| {
            let (major, minor) = s.behaviour.version;
            unsafe { give(version, Ok(1000 * major + 10 * minor)) }
        })
    }

    /// An error's name.
    fn cuGetErrorName(code: c_int, text: *mut *const c_char) {
        unsafe { give(text, words(code).map(|w| w.0.as_ptr())) }
    }

    /// An error's words.
    fn cuGetErrorString(code: c_int, text: *mut *const c_char) {
        unsafe { give(text, words(code).map(|w| w.1.as_ptr())) }
    }

    /// How many devices there are.
    fn cuDeviceGetCount(count: *mut c_int) {
        anyhow(|s| unsafe { give(count, Ok(s.behaviour.devices)) })
    }

    /// A device by its number.
    fn cuDeviceGet(device: *mut c_int, number: c_int) {
        unsafe { give(device, Ok(number)) }
    }

    /// A device's name.
    fn cuDeviceGetName(text: *mut c_char, length: c_int, _device: c_int) {
        unsafe { give_text(text, length, c"Fake GPU") }
    }

    /// Where a device is on its bus.
    fn cuDeviceGetPCIBusId(text: *mut c_char, length: c_int, _device: c_int) {
        unsafe { give_text(text, length, c"0000:01:00.0") }
    }

    /// An attribute of a device.
    fn cuDeviceGetAttribute(value: *mut c_int, attribute: c_int, _device: c_int) {
        anyhow(|s| {
            let found = match attribute {
                13 => 1_500_000,
                16 => 4,
                36 => 1_000_000,
                38 => 4 << 20,
                75 => s.behaviour.capability.0,
                76 => s.behaviour.capability.1,
                95 => 1,
                97 => 96 << 10,
                _ => return status::INVALID_VALUE,
            };
            unsafe { give(value, Ok(found)) }
        })
    }

    /// Takes the primary context.
    fn cuDevicePrimaryCtxRetain(context: *mut Handle, _device: c_int) {
        with(|_| unsafe { give(context, Ok(as_handle(1))) })
    }

    /// Gives the primary context back.
    fn cuDevicePrimaryCtxRelease_v2(_device: c_int) {
        status::SUCCESS
    }

    /// Enters a context.
    fn cuCtxSetCurrent(_context: Handle) {
        status::SUCCESS
    }

    /// Waits for all work.
    fn cuCtxSynchronize() {
        while anyhow(|s| c_int::from(s.hangs())) == 1 {
            std::thread::sleep(std::time::Duration::from_secs(1));
        }
        with(|_| status::SUCCESS)
    }

    /// Whether all work is done.
    fn cuStreamQuery(_stream: Handle) {
        with(|s| s.query())
    }

    /// Free bytes and all.
    fn cuMemGetInfo_v2(free: *mut usize, all: *mut usize) {
        with(|s| {
            let most = s.behaviour.memory;
            unsafe { give(all, Ok(most)) };
            unsafe { give(free, Ok(most - s.used())) }
        })
    }

    /// Loads a text, or what [`cubin`] makes of one; other cubins are nothing that the emulator runs.
    fn cuModuleLoadDataEx(
        module: *mut Handle,
        image: *const c_void,
        count: c_uint,
        options: *mut c_uint,
        values: *mut *mut c_void,
    ) {
        // SAFETY: an image begins with four bytes at least: a cubin's, or a text's that ends in zero; no byte behind the first
        // one that differs is read.
        let is_cubin = unsafe { image.cast::<[u8; 4]>().read_unaligned() } == *b"\x7fELF";
        let is_ours = (0..CUBIN.len())
            .all(|k| unsafe { image.cast::<u8>().add(k).read() } == CUBIN.as_bytes()[k]);
        if is_cubin && !is_ours {
            return status::INVALID_IMAGE;
        }
        let skipped = if is_ours { CUBIN.len() } else { 0 };
        // SAFETY: the text ends in a zero byte.
        let text = unsafe { CStr::from_ptr(image.cast::<c_char>().add(skipped)) }.to_string_lossy();
        with(|s| match s.load(&text) {
            Ok(number) => unsafe { give(module, Ok(as_handle(number))) },
            Err((code, log)) => {
                unsafe { write_log(&log, (count, options, values)) };
                code
            }
        })
    }

    /// Unloads a module.
    fn cuModuleUnload(module: Handle) {
        with(|s| s.unload(module.addr()))
    }

    /// A kernel of a module.
    fn cuModuleGetFunction(function: *mut Handle, module: Handle, name: *const c_char) {
        // SAFETY: the name ends in a zero byte.
        let name = unsafe { CStr::from_ptr(name) }.to_string_lossy();
        with(|s| unsafe { give(function, s.function(module.addr(), &name).map(as_handle)) })
    }

    /// An object of a module.
    fn cuModuleGetGlobal_v2(at: *mut u64, bytes: *mut usize, module: Handle, name: *const c_char) {
        // SAFETY: the name ends in a zero byte.
        let name = unsafe { CStr::from_ptr(name) }.to_string_lossy();
        with(|s| match s.global(module.addr(), &name) {
            Ok((place, size)) => {
                unsafe { give(bytes, Ok(size)) };
                unsafe { give(at, Ok(place)) }
            }
            Err(code) => code,
        })
    }

    /// Sets an attribute of a function.
    fn cuFuncSetAttribute(_function: Handle, _attribute: c_int, _value: c_int) {
        with(|_| status::SUCCESS)
    }

    /// An attribute of a function.
    fn cuFuncGetAttribute(value: *mut c_int, attribute: c_int, _function: Handle) {
        match attribute {
            3 => unsafe { give(value, Ok(0)) },
            4 => unsafe { give(value, Ok(32)) },
            _ => status::INVALID_VALUE,
        }
    }

    /// Allocates.
    fn cuMemAlloc_v2(at: *mut u64, bytes: usize) {
        with(|s| unsafe { give(at, s.alloc(bytes)) })
    }

    /// Frees.
    fn cuMemFree_v2(at: u64) {
        with(|s| s.free(at))
    }

    /// Copies to the device.
    fn cuMemcpyHtoD_v2(at: u64, from: *const c_void, bytes: usize) {
        // SAFETY: the caller has so many bytes there.
        let slice = unsafe { std::slice::from_raw_parts(from.cast::<u8>(), bytes) };
        with(|s| s.write(at, slice))
    }

    /// Copies from the device.
    fn cuMemcpyDtoH_v2(to: *mut c_void, at: u64, bytes: usize) {
        with(|s| match s.read(at, bytes) {
            Ok(data) => {
                // SAFETY: the caller has so many bytes there.
                unsafe { std::ptr::copy_nonoverlapping(data.as_ptr(), to.cast(), data.len()) };
                status::SUCCESS
            }
            Err(code) => code,
        })
    }

    /// Copies on the device.
    fn cuMemcpyDtoD_v2(to: u64, from: u64, bytes: usize) {
        with(|s| match s.read(from, bytes) {
            Ok(data) => s.write(to, &data),
            Err(code) => code,
        })
    }

    /// Fills with a byte.
    fn cuMemsetD8_v2(at: u64, value: u8, bytes: usize) {
        with(|s| s.write(at, &vec![value; bytes]))
    }

    /// Launches.
    fn cuLaunchKernel(
        function: Handle,
        gx: c_uint, gy: c_uint, gz: c_uint,
        bx: c_uint, by: c_uint, bz: c_uint,
        shared: c_uint,
        _stream: Handle,
        arguments: *mut *mut c_void,
        _extra: *mut *mut c_void,
    ) {
        let shape = ([gx, gy, gz], [bx, by, bz], shared);
        with(|s| unsafe { launch(s, function, shape, arguments) })
    }

    /// Launches cooperatively.
    fn cuLaunchCooperativeKernel(
        function: Handle,
        gx: c_uint, gy: c_uint, gz: c_uint,
        bx: c_uint, by: c_uint, bz: c_uint,
        shared: c_uint,
        _stream: Handle,
        arguments: *mut *mut c_void,
    ) {
        let (stream, extra) = (std::ptr::null_mut(), std::ptr::null_mut());
        unsafe { cuLaunchKernel(function, gx, gy, gz, bx, by, bz, shared, stream, arguments, extra) }
    }

    /// Makes an event.
    fn cuEventCreate(event: *mut Handle, _flags: c_uint) {
        with(|s| unsafe { give(event, Ok(as_handle(s.event()))) })
    }

    /// Forgets an event; its number is not given again.
    fn cuEventDestroy_v2(_event: Handle) {
        status::SUCCESS
    }

    /// Notes the time.
    fn cuEventRecord(event: Handle, _stream: Handle) {
        with(|s| s.record(event.addr()))
    }

    /// Milliseconds between two events.
    fn cuEventElapsedTime(ms: *mut f32, from: Handle, to: Handle) {
        with(|s| unsafe { give(ms, s.elapsed(from.addr(), to.addr())) })
    }
}

/// Name and words of an error.
fn words(code: c_int) -> Result<(&'static CStr, &'static CStr), c_int> {
    Ok(match code {
        status::INVALID_VALUE => (c"CUDA_ERROR_INVALID_VALUE", c"invalid argument"),
        status::OUT_OF_MEMORY => (c"CUDA_ERROR_OUT_OF_MEMORY", c"out of memory"),
        status::NO_DEVICE => (c"CUDA_ERROR_NO_DEVICE", c"no CUDA-capable device is detected"),
        status::INVALID_IMAGE => (c"CUDA_ERROR_INVALID_IMAGE", c"device kernel image is invalid"),
        status::NO_BINARY_FOR_GPU => (c"CUDA_ERROR_NO_BINARY_FOR_GPU", c"no kernel image"),
        status::INVALID_PTX => (c"CUDA_ERROR_INVALID_PTX", c"a PTX JIT compilation failed"),
        status::UNSUPPORTED_PTX_VERSION => {
            (c"CUDA_ERROR_UNSUPPORTED_PTX_VERSION", c"the provided PTX is too new")
        }
        status::INVALID_HANDLE => (c"CUDA_ERROR_INVALID_HANDLE", c"invalid resource handle"),
        status::NOT_FOUND => (c"CUDA_ERROR_NOT_FOUND", c"named symbol not found"),
        status::ILLEGAL_ADDRESS => {
            (c"CUDA_ERROR_ILLEGAL_ADDRESS", c"an illegal memory access was encountered")
        }
        status::ASSERT => (c"CUDA_ERROR_ASSERT", c"device-side assert triggered"),
        status::MISALIGNED_ADDRESS => (c"CUDA_ERROR_MISALIGNED_ADDRESS", c"misaligned address"),
        status::LAUNCH_TIMEOUT => (c"CUDA_ERROR_LAUNCH_TIMEOUT", c"the launch timed out"),
        status::LAUNCH_FAILED => (c"CUDA_ERROR_LAUNCH_FAILED", c"unspecified launch failure"),
        _ => return Err(status::INVALID_VALUE),
    })
}

/// Writes the JIT's log where the options say.
///
/// # Safety
/// The arrays have so many elements, and the buffers that they name the sizes that they say.
unsafe fn write_log(log: &str, (count, options, values): (c_uint, *mut c_uint, *mut *mut c_void)) {
    const ERROR_LOG: c_uint = 5;
    const ERROR_LOG_BYTES: c_uint = 6;
    let value = |wanted: c_uint| {
        let place = (0..count as usize).find(|&k| unsafe { *options.add(k) } == wanted)?;
        Some(unsafe { *values.add(place) })
    };
    let (Some(buffer), Some(bytes)) = (value(ERROR_LOG), value(ERROR_LOG_BYTES)) else { return };
    let length = log.len().min(bytes.addr().saturating_sub(1));
    // SAFETY: the buffer has `bytes` bytes, one of them for the zero.
    unsafe {
        std::ptr::copy_nonoverlapping(log.as_ptr(), buffer.cast(), length);
        buffer.cast::<u8>().add(length).write(0);
    }
}

/// Launches with the bytes that the pointers point to.
///
/// # Safety
/// There is a pointer for each parameter of the function, to as many bytes as it has.
unsafe fn launch(
    s: &mut State,
    function: Handle,
    shape: ([u32; 3], [u32; 3], u32),
    arguments: *mut *mut c_void,
) -> c_int {
    let sizes = match s.parameters(function.addr()) {
        Ok(sizes) => sizes,
        Err(code) => return code,
    };
    let bytes = sizes.iter().enumerate().map(|(k, &size)| {
        // SAFETY: as the caller promises.
        unsafe { std::slice::from_raw_parts((*arguments.add(k)).cast::<u8>(), size) }.to_vec()
    });
    let bytes: Vec<Vec<u8>> = bytes.collect();
    s.launch(function.addr(), shape, &bytes)
}
