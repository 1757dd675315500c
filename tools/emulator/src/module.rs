//! A loaded PTX text.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::assume::Assumptions;
use crate::error::LoadError;
use crate::layout;
use crate::lower::body::Builder;
use crate::lower::program::Program;
use crate::lower::symbols::{GlobalVar, Symbols};
use crate::memory::{Device, DevicePtr};
use crate::ptx::parse;

static NEXT_ID: AtomicU64 = AtomicU64::new(1);

/// A PTX text, checked and decoded.
#[derive(Clone, Debug)]
pub struct Module {
    id: u64,
    programs: Vec<Program>,
    globals: Vec<GlobalVar>,
    files: BTreeMap<u32, String>,
    version: (u32, u32),
    target: String,
    assumptions: Assumptions,
}

impl Module {
    /// Parses, checks and decodes PTX text.
    pub fn load(text: &str) -> Result<Module, LoadError> {
        let assumptions = Assumptions::parse(text)?;
        let text = parse::parse(text)?;
        let symbols = Symbols::collect(&text)?;
        let mut programs = Vec::new();
        for f in text.funcs.iter().filter(|f| f.is_entry && f.body.is_some()) {
            let (mut program, items) = Builder::new(&symbols).kernel(f)?;
            layout::lay_out(&mut program, &items)?;
            programs.push(program);
        }
        Ok(Module {
            id: NEXT_ID.fetch_add(1, Ordering::Relaxed),
            programs,
            globals: symbols.globals.clone(),
            files: text.files.iter().map(|(n, f)| (*n, f.to_string())).collect(),
            version: text.version,
            target: text.target.to_string(),
            assumptions,
        })
    }

    /// A number that no other module of this process has.
    pub(crate) fn id(&self) -> u64 {
        self.id
    }

    /// What the compiler assumed of every launch.
    pub fn assumptions(&self) -> &Assumptions {
        &self.assumptions
    }

    /// The kernels, in order of the text.
    pub fn kernels(&self) -> impl Iterator<Item = &Program> {
        self.programs.iter()
    }

    /// A kernel by its name in the PTX.
    pub fn program(&self, name: &str) -> Option<&Program> {
        self.programs.iter().find(|p| p.name == name)
    }

    /// Variables in device memory.
    pub fn globals(&self) -> &[GlobalVar] {
        &self.globals
    }

    /// A source file by its number.
    pub fn file(&self, number: u32) -> Option<&str> {
        self.files.get(&number).map(String::as_str)
    }

    /// The source file and line of a line of a kernel's text, where `.loc` tells.
    pub(crate) fn source(&self, kernel: &Program, ptx_line: u32) -> Option<(&str, u32)> {
        let l = kernel.locs.get(&ptx_line).filter(|l| l.line != 0)?;
        Some((self.file(l.file).unwrap_or("?"), l.line))
    }

    /// `.version`
    pub fn version(&self) -> (u32, u32) {
        self.version
    }

    /// `.target`
    pub fn target(&self) -> &str {
        &self.target
    }

    /// Frees the module's variables on a device; a later launch places them anew.
    pub fn unload(&self, device: &mut Device) {
        device.unload(self.id);
    }

    /// Places the module's variables on a device, if they are not there yet, and gives a variable's address and size.
    pub fn symbol(&self, device: &mut Device, name: &str) -> Option<(DevicePtr, u64)> {
        device.load(self.id, &self.globals).ok()?;
        let k = self.globals.iter().position(|g| g.name == name)?;
        let at = *device.addresses(self.id)?.get(k)?;
        Some((DevicePtr(at), self.globals[k].bytes.len() as u64))
    }
}
