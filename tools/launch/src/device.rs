//! What launch files run on: the emulator, or a GPU.

use std::sync::Arc;

use optx_cuda::CudaError;
use optx_emulator::lower::program::Program;
use optx_emulator::ptx::parse;
use optx_emulator::{
    ApproxMode, ClaimReport, Claims, Counters, Device as Memory, DevicePtr, LaunchConfig, Module,
    Observer, Races, RunError, RunErrorKind, Schedule, Unknown, launch, launch_checked,
    launch_observed, launch_sanitized,
};

/// What went wrong on a device.
#[derive(Clone, Debug)]
pub enum DeviceError {
    /// The PTX was refused.
    Ptx(String),
    /// The launch does not fit the kernel or the device.
    Launch(String),
    /// The kernel went wrong.
    Kernel(Box<RunError>),
    /// The kernel did not end in time; the device runs it still, and the process has to end by [`optx_cuda::leave`].
    Hang(String),
    /// The device is missing or failed.
    Device(String),
}

impl std::fmt::Display for DeviceError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DeviceError::Ptx(m)
            | DeviceError::Launch(m)
            | DeviceError::Hang(m)
            | DeviceError::Device(m) => f.write_str(m),
            DeviceError::Kernel(e) => write!(f, "{e}"),
        }
    }
}

impl std::error::Error for DeviceError {}

impl From<RunError> for DeviceError {
    fn from(e: RunError) -> Self {
        match e.kind {
            RunErrorKind::Launch => DeviceError::Launch(e.message),
            RunErrorKind::Claims => DeviceError::Ptx(e.to_string()),
            _ => DeviceError::Kernel(Box::new(e)),
        }
    }
}

impl From<CudaError> for DeviceError {
    fn from(e: CudaError) -> Self {
        match e {
            CudaError::Refused(log) => DeviceError::Ptx(log),
            CudaError::Hang(_) => DeviceError::Hang(e.to_string()),
            CudaError::Argument(m) => DeviceError::Launch(m),
            e => DeviceError::Device(e.to_string()),
        }
    }
}

/// A kernel's name in the PTX and the sizes of its parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelInfo {
    /// The name in the PTX.
    pub name: String,
    /// Bytes of each parameter.
    pub params: Vec<u64>,
}

/// One launch, with everything known.
#[derive(Clone, Debug)]
pub struct Launching<'a> {
    /// The name in the PTX.
    pub kernel: &'a str,
    /// Blocks.
    pub grid: [u32; 3],
    /// Threads a block.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub shared: u32,
    /// All blocks run at once, and may wait for each other.
    pub cooperative: bool,
    /// Bytes of each argument.
    pub args: &'a [Vec<u8>],
}

/// A device that runs one PTX text at a time.
pub trait Device {
    /// What reports call the device.
    fn name(&self) -> String;

    /// Loads PTX, and gives its kernels. What was loaded before is gone.
    fn load(&mut self, ptx: &str) -> Result<Vec<KernelInfo>, DeviceError>;

    /// Allocates memory; `name` is for messages.
    fn alloc(&mut self, bytes: usize, name: &str) -> Result<u64, DeviceError>;

    /// Allocates memory that nobody writes before a kernel does. Where the device does not know what that is, it holds what
    /// `pattern` gives.
    fn alloc_unwritten(&mut self, pattern: &[u8], name: &str) -> Result<u64, DeviceError> {
        let at = self.alloc(pattern.len(), name)?;
        self.write(at, pattern)?;
        Ok(at)
    }

    /// The elements, of so many bytes each, of which something is not known: nobody wrote it, or a kernel stored what was never written.
    /// None where the device does not know them.
    fn unknown(
        &mut self,
        _at: u64,
        _bytes: usize,
        _element: usize,
    ) -> Result<Vec<Unknown>, DeviceError> {
        Ok(Vec::new())
    }

    /// Frees memory.
    fn free(&mut self, at: u64) -> Result<(), DeviceError>;

    /// Copies bytes to the device.
    fn write(&mut self, at: u64, bytes: &[u8]) -> Result<(), DeviceError>;

    /// Copies bytes from the device.
    fn read(&mut self, at: u64, bytes: usize) -> Result<Vec<u8>, DeviceError>;

    /// Whether nothing was written before or behind an allocation, as far as the device does not see that by itself.
    fn intact(&mut self, _at: u64) -> Result<(), DeviceError> {
        Ok(())
    }

    /// Address and size of a `__device__` or `__constant__` object, if the PTX has it.
    fn symbol(&mut self, name: &str) -> Result<Option<(u64, u64)>, DeviceError>;

    /// Launches a kernel and waits for it. The emulator gives its counts.
    fn launch(&mut self, l: &Launching<'_>) -> Result<Option<Counters>, DeviceError>;

    /// The races of the launches since this was last asked; None where the device does not look for them.
    fn races(&mut self) -> Option<Races> {
        None
    }

    /// What became of the claims in the launches since this was last asked; None where the device checks none.
    fn claims(&mut self) -> Option<ClaimReport> {
        None
    }

    /// What kernels printed since this was last asked; None where the device prints by itself.
    fn printed(&mut self) -> Option<Vec<u8>> {
        None
    }
}

/// The kernels of a PTX text, read from its syntax alone.
pub fn kernels(ptx: &str) -> Result<Vec<KernelInfo>, DeviceError> {
    let text = parse::parse(ptx).map_err(|e| DeviceError::Ptx(e.to_string()))?;
    Ok(text
        .funcs
        .iter()
        .filter(|f| f.is_entry && f.body.is_some())
        .map(|f| KernelInfo {
            name: f.name.to_string(),
            params: f.params.iter().map(|p| p.size()).collect(),
        })
        .collect())
}

/// Something that watches the emulator's launches.
pub trait Watch: Send {
    /// A launch of a kernel: `run` makes it, under the eyes of an observer.
    fn launch(
        &mut self,
        program: &Program,
        launching: &Launching<'_>,
        run: &mut dyn FnMut(&mut dyn Observer) -> Result<Counters, RunError>,
    ) -> Result<Counters, RunError>;
}

/// The emulator.
pub struct Emulator {
    /// Options of every launch; grid, block and shared memory are set by each launch.
    pub config: LaunchConfig,
    /// Blocks along each axis that are run of each launch at most: the first ones. What comes out is that of a smaller grid.
    pub most_blocks: Option<u32>,
    watch: Option<Box<dyn Watch>>,
    memory: Memory,
    module: Option<Arc<Module>>,
    races: Option<Races>,
    claims: Option<(Claims, ClaimReport)>,
}

impl Default for Emulator {
    fn default() -> Self {
        Self::new(Schedule::Lockstep)
    }
}

impl Emulator {
    /// An emulator with a schedule.
    pub fn new(schedule: Schedule) -> Self {
        let config = LaunchConfig { schedule, ..LaunchConfig::default() };
        Self {
            config,
            most_blocks: None,
            watch: None,
            memory: Memory::new(),
            module: None,
            races: None,
            claims: None,
        }
    }

    /// With a look for races, or without.
    pub fn with_races(mut self, looked_for: bool) -> Self {
        self.races = looked_for.then(Races::default);
        self
    }

    /// With claims that are checked, or without. They look for races where one does not hold, whatever
    /// [`Emulator::with_races`] says.
    pub fn with_claims(mut self, claims: Option<Claims>) -> Self {
        self.claims = claims.map(|c| (c, ClaimReport::default()));
        self
    }

    /// Watched by something. Claims and races are not looked at then.
    pub fn with_watch(mut self, watch: Box<dyn Watch>) -> Self {
        self.watch = Some(watch);
        self
    }

    /// With a choice for approximate instructions.
    pub fn with_approx(mut self, approx: ApproxMode) -> Self {
        self.config.approx = approx;
        self
    }

    fn module(&self) -> Result<Arc<Module>, DeviceError> {
        self.module.clone().ok_or_else(|| DeviceError::Device("no PTX is loaded".into()))
    }
}

impl Device for Emulator {
    fn name(&self) -> String {
        match self.config.schedule {
            Schedule::Lockstep => "emulator, lock-step schedule".into(),
            Schedule::Adversarial(seed) => format!("emulator, adversarial schedule, seed {seed}"),
        }
    }

    fn load(&mut self, ptx: &str) -> Result<Vec<KernelInfo>, DeviceError> {
        let module = Module::load(ptx).map_err(|e| DeviceError::Ptx(e.to_string()))?;
        let list = module
            .kernels()
            .map(|p| KernelInfo {
                name: p.name.clone(),
                params: p.params.iter().map(|x| u64::from(x.size)).collect(),
            })
            .collect();
        if let Some(old) = self.module.take() {
            old.unload(&mut self.memory);
        }
        self.module = Some(Arc::new(module));
        Ok(list)
    }

    fn alloc(&mut self, bytes: usize, name: &str) -> Result<u64, DeviceError> {
        Ok(self.memory.alloc(bytes as u64, name)?.0)
    }

    fn alloc_unwritten(&mut self, pattern: &[u8], name: &str) -> Result<u64, DeviceError> {
        Ok(self.memory.alloc_unwritten(pattern.len() as u64, name)?.0)
    }

    fn unknown(
        &mut self,
        at: u64,
        bytes: usize,
        element: usize,
    ) -> Result<Vec<Unknown>, DeviceError> {
        match self.config.allow_unwritten {
            true => Ok(Vec::new()),
            false => Ok(self.memory.unknown(DevicePtr(at), bytes as u64, element)?),
        }
    }

    fn free(&mut self, at: u64) -> Result<(), DeviceError> {
        Ok(self.memory.free(DevicePtr(at))?)
    }

    fn write(&mut self, at: u64, bytes: &[u8]) -> Result<(), DeviceError> {
        Ok(self.memory.write(DevicePtr(at), bytes)?)
    }

    fn read(&mut self, at: u64, bytes: usize) -> Result<Vec<u8>, DeviceError> {
        Ok(self.memory.read(DevicePtr(at), bytes as u64)?)
    }

    fn symbol(&mut self, name: &str) -> Result<Option<(u64, u64)>, DeviceError> {
        let Some(m) = &self.module else { return Ok(None) };
        Ok(m.symbol(&mut self.memory, name).map(|(p, n)| (p.0, n)))
    }

    fn launch(&mut self, l: &Launching<'_>) -> Result<Option<Counters>, DeviceError> {
        let config = LaunchConfig {
            grid: l.grid.map(|n| self.most_blocks.map_or(n, |most| n.min(most))),
            block: l.block,
            dyn_shared: l.shared,
            ..self.config.clone()
        };
        let module = self.module()?;
        let memory = &mut self.memory;
        let (kernel, args) = (l.kernel, l.args);
        if let (Some(watch), Some(program)) = (&mut self.watch, module.program(kernel)) {
            let mut run = |observer: &mut dyn Observer| {
                launch_observed(memory, &module, kernel, &config, args, Some(observer))
            };
            return Ok(Some(watch.launch(program, l, &mut run)?));
        }
        let counters = match (&mut self.claims, &mut self.races) {
            (Some((claims, report)), _) => {
                launch_checked(memory, &module, kernel, &config, args, claims, report)?
            }
            (None, Some(races)) => launch_sanitized(memory, &module, kernel, &config, args, races)?,
            (None, None) => launch(memory, &module, kernel, &config, args)?,
        };
        Ok(Some(counters))
    }

    fn races(&mut self) -> Option<Races> {
        self.races.as_mut().map(std::mem::take)
    }

    fn claims(&mut self) -> Option<ClaimReport> {
        self.claims.as_mut().map(|(_, report)| std::mem::take(report))
    }

    fn printed(&mut self) -> Option<Vec<u8>> {
        Some(self.memory.take_printed())
    }
}
