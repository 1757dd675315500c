//! What the driver holds: memory, modules, functions, events, and what is wrong with the process.

use std::io::Write as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use optx_emulator::{Device, DevicePtr, LaunchConfig, Module, RunErrorKind};

use crate::behaviour::{Behaviour, VARIABLE};
use crate::status;

/// The one context of the one process.
pub(crate) struct State {
    pub(crate) behaviour: Behaviour,
    memory: Device,
    /// Allocations: address and size.
    allocated: Vec<(u64, usize)>,
    modules: Vec<Option<Arc<Module>>>,
    functions: Vec<(Arc<Module>, String)>,
    events: Vec<Option<Instant>>,
    /// What every call answers since a kernel went wrong; nothing takes it back.
    broken: Option<i32>,
    /// A kernel runs that never ends.
    hangs: bool,
}

static STATE: Mutex<Option<State>> = Mutex::new(None);

/// A handle is a number from 1 on.
pub(crate) fn handle(index: usize) -> usize {
    index + 1
}

/// Does something with the context; where a kernel went wrong, its fault is the answer.
pub(crate) fn with(f: impl FnOnce(&mut State) -> i32) -> i32 {
    let mut state = lock();
    let state = state.get_or_insert_with(State::new);
    state.broken.unwrap_or_else(|| f(state))
}

/// As [`with`], whatever went wrong.
pub(crate) fn anyhow(f: impl FnOnce(&mut State) -> i32) -> i32 {
    f(lock().get_or_insert_with(State::new))
}

fn lock() -> MutexGuard<'static, Option<State>> {
    STATE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl State {
    fn new() -> State {
        let told = std::env::var(VARIABLE).unwrap_or_default();
        State {
            behaviour: Behaviour::read(&told),
            memory: Device::new(),
            allocated: Vec::new(),
            modules: Vec::new(),
            functions: Vec::new(),
            events: Vec::new(),
            broken: None,
            hangs: false,
        }
    }

    pub(crate) fn used(&self) -> usize {
        self.allocated.iter().map(|(_, bytes)| bytes).sum()
    }

    pub(crate) fn alloc(&mut self, bytes: usize) -> Result<u64, i32> {
        if bytes == 0 {
            return Err(status::INVALID_VALUE);
        }
        if self.used().saturating_add(bytes) > self.behaviour.memory {
            return Err(status::OUT_OF_MEMORY);
        }
        let at = self.memory.alloc(bytes as u64, "buffer").map_err(|_| status::OUT_OF_MEMORY)?.0;
        self.allocated.push((at, bytes));
        Ok(at)
    }

    pub(crate) fn free(&mut self, at: u64) -> i32 {
        self.allocated.retain(|a| a.0 != at);
        self.memory.free(DevicePtr(at)).map_or(status::INVALID_VALUE, |()| status::SUCCESS)
    }

    pub(crate) fn write(&mut self, at: u64, bytes: &[u8]) -> i32 {
        self.memory.write(DevicePtr(at), bytes).map_or(status::INVALID_VALUE, |()| status::SUCCESS)
    }

    pub(crate) fn read(&self, at: u64, bytes: usize) -> Result<Vec<u8>, i32> {
        self.memory.read(DevicePtr(at), bytes as u64).map_err(|_| status::INVALID_VALUE)
    }

    /// Loads PTX; the log goes with a refusal.
    pub(crate) fn load(&mut self, ptx: &str) -> Result<usize, (i32, String)> {
        let module = Module::load(ptx).map_err(|e| (status::INVALID_PTX, e.to_string()))?;
        if module.version() > self.behaviour.ptx() {
            return Err((status::UNSUPPORTED_PTX_VERSION, String::new()));
        }
        let digits = module.target().trim_start_matches("sm_");
        let wanted: i32 = digits.trim_end_matches(char::is_alphabetic).parse().unwrap_or_default();
        let (major, minor) = self.behaviour.capability;
        if wanted > 10 * major + minor {
            return Err((status::NO_BINARY_FOR_GPU, String::new()));
        }
        let refused = self.behaviour.refuse.as_deref();
        if let Some(name) = refused.filter(|name| module.program(name).is_some()) {
            return Err((status::INVALID_PTX, format!("ptxas fatal : told to refuse {name}")));
        }
        self.modules.push(Some(Arc::new(module)));
        Ok(handle(self.modules.len() - 1))
    }

    pub(crate) fn unload(&mut self, module: usize) -> i32 {
        let found = module.checked_sub(1).and_then(|k| self.modules.get_mut(k));
        match found.and_then(Option::take) {
            Some(module) => {
                module.unload(&mut self.memory);
                status::SUCCESS
            }
            None => status::INVALID_HANDLE,
        }
    }

    fn module(&self, module: usize) -> Result<Arc<Module>, i32> {
        let found = module.checked_sub(1).and_then(|k| self.modules.get(k)).cloned().flatten();
        found.ok_or(status::INVALID_HANDLE)
    }

    pub(crate) fn function(&mut self, module: usize, name: &str) -> Result<usize, i32> {
        let module = self.module(module)?;
        if module.program(name).is_none() {
            return Err(status::NOT_FOUND);
        }
        self.functions.push((module, name.to_owned()));
        Ok(handle(self.functions.len() - 1))
    }

    pub(crate) fn global(&mut self, module: usize, name: &str) -> Result<(u64, usize), i32> {
        let module = self.module(module)?;
        let found = module.symbol(&mut self.memory, name).ok_or(status::NOT_FOUND)?;
        Ok((found.0.0, found.1 as usize))
    }

    /// Sizes of a function's parameters.
    pub(crate) fn parameters(&self, function: usize) -> Result<Vec<usize>, i32> {
        let (module, name) = self.kernel(function)?;
        let program = module.program(&name).ok_or(status::INVALID_HANDLE)?;
        Ok(program.params.iter().map(|p| p.size as usize).collect())
    }

    fn kernel(&self, function: usize) -> Result<(Arc<Module>, String), i32> {
        let found = function.checked_sub(1).and_then(|k| self.functions.get(k)).cloned();
        found.ok_or(status::INVALID_HANDLE)
    }

    /// Runs a kernel to its end; what goes wrong in it is said by the calls behind.
    pub(crate) fn launch(
        &mut self,
        function: usize,
        (grid, block, dyn_shared): ([u32; 3], [u32; 3], u32),
        args: &[Vec<u8>],
    ) -> i32 {
        let (module, name) = match self.kernel(function) {
            Ok(kernel) => kernel,
            Err(code) => return code,
        };
        let is = |told: &Option<String>| told.as_deref() == Some(&name);
        if is(&self.behaviour.hang) {
            self.hangs = true;
            return status::SUCCESS;
        }
        if is(&self.behaviour.crash) {
            std::process::abort();
        }
        if is(&self.behaviour.fault) {
            self.broken = Some(status::ILLEGAL_ADDRESS);
            return status::SUCCESS;
        }
        let config = LaunchConfig {
            grid,
            block,
            dyn_shared,
            // A device does not see what was never written: a foreign program that uses it, right or wrong, goes on, as it does on a
            // device, and what the emulator judges of it is judged where it runs without a driver.
            allow_unwritten: true,
            ..LaunchConfig::default()
        };
        let ran = optx_emulator::launch(&mut self.memory, &module, &name, &config, args);
        let printed = self.memory.take_printed();
        if !self.behaviour.silent {
            let mut out = std::io::stdout().lock();
            // A device's output is lost as well where nobody can take it.
            let _ = out.write_all(&printed).and_then(|()| out.flush());
        }
        match ran {
            Ok(_) => {
                if is(&self.behaviour.wrong) {
                    self.spoil();
                }
                status::SUCCESS
            }
            Err(e) if e.kind == RunErrorKind::Launch => status::INVALID_VALUE,
            Err(e) => {
                self.broken = Some(match e.kind {
                    RunErrorKind::OutOfBounds => status::ILLEGAL_ADDRESS,
                    RunErrorKind::Misaligned => status::MISALIGNED_ADDRESS,
                    RunErrorKind::Assertion => status::ASSERT,
                    RunErrorKind::Budget => status::LAUNCH_TIMEOUT,
                    _ => status::LAUNCH_FAILED,
                });
                status::SUCCESS
            }
        }
    }

    /// Changes one byte in the middle of the largest allocation.
    fn spoil(&mut self) {
        let largest = self.allocated.iter().copied().max_by_key(|&(at, bytes)| (bytes, at));
        let Some((at, bytes)) = largest else { return };
        let place = DevicePtr(at + bytes as u64 / 2);
        if let Ok(old) = self.memory.read(place, 1) {
            // It was just read.
            let _ = self.memory.write(place, &[old[0] ^ 0x40]);
        }
    }

    pub(crate) fn query(&self) -> i32 {
        if self.hangs { status::NOT_READY } else { status::SUCCESS }
    }

    pub(crate) fn hangs(&self) -> bool {
        self.hangs
    }

    pub(crate) fn event(&mut self) -> usize {
        self.events.push(None);
        handle(self.events.len() - 1)
    }

    pub(crate) fn record(&mut self, event: usize) -> i32 {
        match event.checked_sub(1).and_then(|k| self.events.get_mut(k)) {
            Some(place) => {
                *place = Some(Instant::now());
                status::SUCCESS
            }
            None => status::INVALID_HANDLE,
        }
    }

    pub(crate) fn elapsed(&self, from: usize, to: usize) -> Result<f32, i32> {
        let at = |event: usize| {
            let found = event.checked_sub(1).and_then(|k| self.events.get(k)).copied().flatten();
            found.ok_or(status::INVALID_HANDLE)
        };
        Ok(at(to)?.saturating_duration_since(at(from)?).as_secs_f32() * 1e3)
    }
}
