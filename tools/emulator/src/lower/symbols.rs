//! Variables and functions of a module.

use std::collections::HashMap;

use super::body::Entity;
use crate::error::LoadError;
use crate::ptx::ast::{Func, Init, Space, Text, Var};

/// A variable that lives in device memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlobalVar {
    /// Its name.
    pub name: String,
    /// Whether it is in constant memory.
    pub constant: bool,
    /// Alignment.
    pub align: u32,
    /// Initial contents.
    pub bytes: Vec<u8>,
    /// Addresses to fill in: offset in `bytes`, size, variable, bytes added.
    pub relocations: Vec<(u32, u32, u32, i64)>,
}

/// The names of a module.
pub struct Symbols<'a> {
    names: HashMap<&'a str, Entity>,
    funcs: HashMap<&'a str, &'a Func<'a>>,
    /// Variables in device memory.
    pub globals: Vec<GlobalVar>,
    /// Shared variables of the module: a kernel has room for those that it names.
    pub shared_vars: Vec<&'a Var<'a>>,
    /// The name of `extern .shared` memory, if there is any.
    pub extern_shared_name: String,
    /// Largest alignment of `extern .shared` arrays.
    pub extern_shared_align: u32,
}

/// Offset that stands for the start of dynamic shared memory until the launch is known.
pub const DYNAMIC_SHARED: u32 = u32::MAX;

/// Where addresses of functions begin.
const FUNCTIONS: u64 = 1 << 62;

/// No variable of shared memory is larger, and neither are all of a kernel.
pub const MOST_SHARED: u64 = 1 << 24;

impl<'a> Symbols<'a> {
    /// Collects the names of a text.
    pub fn collect(text: &'a Text<'a>) -> Result<Self, LoadError> {
        let mut s = Symbols {
            names: HashMap::new(),
            funcs: HashMap::new(),
            globals: Vec::new(),
            shared_vars: Vec::new(),
            extern_shared_name: String::new(),
            extern_shared_align: 16,
        };
        for v in &text.vars {
            let e = match v.space {
                Space::Shared if v.is_extern || v.count.is_none() => {
                    s.extern_shared_name = v.name.to_string();
                    s.extern_shared_align = s.extern_shared_align.max(v.align);
                    Entity::Shared(DYNAMIC_SHARED)
                }
                Space::Shared => {
                    if v.size() > MOST_SHARED || v.init.is_some() {
                        return Err(LoadError::new(
                            v.line,
                            format!("`{}` cannot be placed", v.name),
                        ));
                    }
                    s.shared_vars.push(v);
                    Entity::ModuleShared(s.shared_vars.len() as u32 - 1)
                }
                _ if v.is_extern => {
                    return Err(LoadError::new(
                        v.line,
                        format!("external variable `{}` is not supported yet", v.name),
                    ));
                }
                _ => {
                    let size = s.size_of(v)?;
                    s.globals.push(GlobalVar {
                        name: v.name.to_string(),
                        constant: v.space == Space::Const,
                        align: v.align.max(1),
                        bytes: vec![0; size],
                        relocations: Vec::new(),
                    });
                    Entity::Symbol(s.globals.len() as u32 - 1)
                }
            };
            if s.names.insert(v.name, e).is_some() {
                return Err(LoadError::new(v.line, format!("`{}` is declared twice", v.name)));
            }
        }
        for f in &text.funcs {
            match s.funcs.get(f.name) {
                Some(old) if old.body.is_some() && f.body.is_some() => {
                    return Err(LoadError::new(f.line, format!("`{}` is defined twice", f.name)));
                }
                Some(old) if old.body.is_some() => {}
                _ => {
                    s.funcs.insert(f.name, f);
                }
            }
        }
        for v in &text.vars {
            if let (Some(init), Some(Entity::Symbol(index))) = (&v.init, s.names.get(v.name)) {
                let index = *index as usize;
                let mut bytes = std::mem::take(&mut s.globals[index].bytes);
                let mut relocations = Vec::new();
                let mut at = 0usize;
                s.fill(v, init, &mut bytes, &mut relocations, &mut at)?;
                s.globals[index].bytes = bytes;
                s.globals[index].relocations = relocations;
            }
        }
        Ok(s)
    }

    /// The address of a function: a number of its own that no object's address is. Calls by addresses are not supported, so that
    /// it can be kept and compared, and nothing else.
    pub fn function_address(&self, name: &str) -> Option<u64> {
        self.funcs.get(name).map(|f| FUNCTIONS + 16 * u64::from(f.line))
    }

    fn size_of(&self, v: &Var<'_>) -> Result<usize, LoadError> {
        let count_init = |i: &Init<'_>| if let Init::List(l) = i { l.len() as u64 } else { 1 };
        let n = match (v.count, &v.init) {
            (Some(_), _) => v.size(),
            (None, Some(i)) => count_init(i) * u64::from(v.ty.bytes() * v.vector),
            (None, None) => {
                return Err(LoadError::new(v.line, format!("`{}` has no known size", v.name)));
            }
        };
        if n > 1 << 30 {
            return Err(LoadError::new(v.line, format!("`{}` is too large", v.name)));
        }
        Ok(n as usize)
    }

    fn fill(
        &self,
        v: &Var<'_>,
        init: &Init<'_>,
        bytes: &mut [u8],
        relocations: &mut Vec<(u32, u32, u32, i64)>,
        at: &mut usize,
    ) -> Result<(), LoadError> {
        let size = v.ty.bytes() as usize;
        let value = match init {
            Init::List(list) => {
                for i in list {
                    self.fill(v, i, bytes, relocations, at)?;
                }
                return Ok(());
            }
            Init::Int(x) => *x,
            Init::F32(x) if size == 4 => u64::from(*x),
            Init::F64(x) if size == 8 => *x,
            Init::F64(x) if size == 4 => u64::from((f64::from_bits(*x) as f32).to_bits()),
            Init::Addr { name, offset, .. } => match self.names.get(name) {
                Some(Entity::Symbol(k)) if size == 8 => {
                    relocations.push((*at as u32, 8, *k, *offset));
                    0
                }
                entity => match self.function_address(name).filter(|_| entity.is_none()) {
                    Some(address) if size == 8 && *offset == 0 => address,
                    _ => {
                        return Err(LoadError::new(
                            v.line,
                            format!("the address of `{name}` cannot stand in this initialiser"),
                        ));
                    }
                },
            },
            _ => return Err(LoadError::new(v.line, "initialiser of the wrong type")),
        };
        match bytes.get_mut(*at..*at + size) {
            Some(slot) => slot.copy_from_slice(&value.to_le_bytes()[..size]),
            None => {
                return Err(LoadError::new(
                    v.line,
                    format!("too many initialisers for `{}`", v.name),
                ));
            }
        }
        *at += size;
        Ok(())
    }

    /// What a name of the module stands for.
    pub fn lookup(&self, name: &str) -> Option<Entity> {
        self.names.get(name).copied()
    }

    /// A function of the module.
    pub fn func(&self, name: &str) -> Option<&'a Func<'a>> {
        self.funcs.get(name).copied()
    }
}
