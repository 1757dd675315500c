//! The memory that kernels are timed on, and one compiler's launches there.

use std::collections::BTreeMap;
use std::path::Path;

use optx_cuda::gpu::{Gpu, Kernel, Loaded, Resources, Shape};
use optx_launch::device::kernels;
use optx_launch::fill::contents;
use optx_launch::spec::{Buffer, SpecError};
use optx_launch::{Data, LaunchError, LaunchFile, arguments, find_kernel};

use super::Failed;

/// Where a buffer begins in each copy, behind what is before it.
const ALIGNMENT: usize = 256;

/// Copies of all buffers, and what they hold at first.
pub(super) struct Memory<'g> {
    gpu: &'g Gpu,
    /// By name: where in a copy, and its element type and length.
    places: BTreeMap<String, (usize, Buffer)>,
    /// Contents of `__device__` and `__constant__` objects.
    symbols: BTreeMap<String, Data>,
    pristine: u64,
    copies: Vec<u64>,
    bytes: usize,
}

impl Drop for Memory<'_> {
    fn drop(&mut self) {
        for &at in self.copies.iter().chain([&self.pristine]).filter(|&&at| at != 0) {
            // A context that a kernel broke has nothing to free.
            let _ = self.gpu.free(at);
        }
    }
}

/// Contents at the start, several at a time: there may be gigabytes of them.
fn filled(buffers: &[Buffer], seed: u64) -> Result<Vec<Data>, LaunchError> {
    let ended = |_| Err(SpecError("a thread ended early".into()));
    let all: Result<Vec<Data>, SpecError> = std::thread::scope(|scope| {
        let threads: Vec<_> = buffers
            .iter()
            .map(|b| scope.spawn(move || contents(b, seed, Path::new("."))))
            .collect();
        threads.into_iter().map(|t| t.join().unwrap_or_else(ended)).collect()
    });
    Ok(all?)
}

impl<'g> Memory<'g> {
    pub(super) fn new(gpu: &'g Gpu, file: &LaunchFile, copies: usize) -> Result<Self, Failed> {
        let mut memory = Memory {
            gpu,
            places: BTreeMap::new(),
            symbols: BTreeMap::new(),
            pristine: 0,
            copies: Vec::new(),
            bytes: 0,
        };
        for b in &file.buffers {
            memory.places.insert(b.name.clone(), (memory.bytes, b.clone()));
            memory.bytes += (b.length * b.ty.size()).next_multiple_of(ALIGNMENT);
        }
        memory.pristine = gpu.alloc(memory.bytes)?;
        for (b, data) in file.buffers.iter().zip(filled(&file.buffers, file.seed)?) {
            let place = memory.places[&b.name].0 as u64;
            gpu.write(memory.pristine + place, &data.bytes)?;
        }
        for (s, data) in file.symbols.iter().zip(filled(&file.symbols, file.seed)?) {
            memory.symbols.insert(s.name.clone(), data);
        }
        for _ in 0..copies {
            memory.copies.push(gpu.alloc(memory.bytes)?);
        }
        Ok(memory)
    }

    /// Of one copy.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(super) fn copies(&self) -> usize {
        self.copies.len()
    }

    /// What a buffer of a copy holds now; None of objects of a module.
    pub(super) fn read(&self, copy: usize, name: &str) -> Result<Option<Data>, Failed> {
        let Some((place, b)) = self.places.get(name) else { return Ok(None) };
        let at = self.copies[copy] + *place as u64;
        let bytes = self.gpu.read(at, b.length * b.ty.size())?;
        Ok(Some(Data { ty: b.ty, bytes }))
    }

    /// Makes every copy as it was, the first one first.
    pub(super) fn restore(&self) -> Result<(), Failed> {
        for &at in &self.copies {
            self.gpu.copy(at, self.pristine, self.bytes)?;
        }
        Ok(())
    }
}

/// One compiler's code, ready to be launched on some of the copies.
pub(super) struct Ready<'m> {
    /// Who made it.
    pub(super) compiler: String,
    module: &'m Loaded<'m>,
    launches: Vec<Prepared<'m>>,
    /// Of the first kernel.
    pub(super) resources: Resources,
}

struct Prepared<'m> {
    kernel: Kernel<'m>,
    shape: Shape,
    /// For each copy.
    args: Vec<Vec<Vec<u8>>>,
    repeat: u32,
}

impl<'m> Ready<'m> {
    pub(super) fn new(
        module: &'m Loaded<'m>,
        ptx: &str,
        file: &LaunchFile,
        memory: &Memory<'_>,
        (copies, compiler): (usize, String),
    ) -> Result<Self, Failed> {
        let known = kernels(ptx).map_err(LaunchError::from)?;
        let address = |name: &str, copy: u64| match memory.places.get(name) {
            Some((place, _)) => Some(copy + *place as u64),
            None => module.global(name).ok().map(|g| g.0),
        };
        let mut launches = Vec::new();
        let mut resources = None;
        for (number, l) in file.launches.iter().enumerate() {
            let info = find_kernel(&known, &l.kernel).map_err(LaunchError::from)?;
            let args = memory.copies[..copies]
                .iter()
                .map(|&copy| arguments(l, info, number + 1, &|name| address(name, copy)))
                .collect::<Result<_, _>>()?;
            let kernel = module.kernel(&info.name)?;
            resources.get_or_insert(module.resources(kernel)?);
            let shape = Shape {
                grid: l.grid,
                block: l.block,
                dyn_shared: l.shared,
                cooperative: l.cooperative,
            };
            launches.push(Prepared { kernel, shape, args, repeat: l.repeat });
        }
        let resources = resources.ok_or_else(|| LaunchError::File("no launch".into()))?;
        Ok(Ready { compiler, module, launches, resources })
    }

    /// Gives objects of the module their contents again.
    pub(super) fn restore_symbols(&self, memory: &Memory<'_>) -> Result<(), Failed> {
        for (name, data) in &memory.symbols {
            let (at, bytes) = self.module.global(name)?;
            if data.bytes.len() > bytes {
                return Err(LaunchError::File(format!("`{name}` has {bytes} bytes")).into());
            }
            memory.gpu.write(at, &data.bytes)?;
        }
        Ok(())
    }

    /// Queues all launches on a copy.
    pub(super) fn launch(&self, gpu: &Gpu, copy: usize) -> Result<(), Failed> {
        for l in &self.launches {
            for _ in 0..l.repeat {
                gpu.launch(l.kernel, l.shape, &l.args[copy])?;
            }
        }
        Ok(())
    }
}
