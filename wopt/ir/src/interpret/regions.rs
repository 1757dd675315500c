//! Objects and where they lie.
//!
//! Each object is a region of its space with room around it, so that a step out of one is noticed; all `extern
//! __shared__` arrays are one. Generic addresses are those of global memory, and those of the other spaces plus the
//! base of a window each.

use crate::coderep::Space;
use crate::func::Func;
use optx_whirl::{Init, Module, PuKind, St, StId, Storage, TyId, TyKind, TyTable};

/// So many elements has the object that a pointer of unknown origin points to.
pub(super) const ELEMENTS: u64 = 256;
use std::collections::{BTreeMap, HashMap};

/// The bytes around an object that nothing is at.
const ROOM: u64 = 1 << 16;

/// One object.
#[derive(Clone, Debug)]
pub(super) struct Region {
    pub(super) space: Space,
    /// The address in the space's own form.
    pub(super) start: u64,
    pub(super) size: u64,
    /// What it is made of, every `stride` bytes again.
    pub(super) ty: TyId,
    pub(super) stride: u64,
    pub(super) init: Option<Init>,
    pub(super) written_by_others: bool,
    /// A pointer that is `__restrict__`.
    pub(super) is_restrict: bool,
    /// What the pointer in it leads to is changed by no one.
    pub(super) is_unchanging: bool,
    /// Where the pointers in it point first of all, by what they point to.
    pub(super) pointer_targets: HashMap<TyId, u64>,
}

/// All objects.
#[derive(Default)]
pub(super) struct Regions {
    pub(super) list: Vec<Region>,
    /// Where in the list those of an address and space are.
    starts: BTreeMap<(Space, u64), usize>,
    /// Those of the module's symbols.
    pub(super) symbols: HashMap<StId, usize>,
    /// Objects that pointers found in memory may point to, by what they point to.
    pointees: HashMap<TyId, Vec<usize>>,
}

/// The objects of one call of a function: their numbers in the list.
#[derive(Default)]
pub(super) struct Objects {
    pub(super) symbols: HashMap<StId, usize>,
    pub(super) parameters: HashMap<StId, usize>,
}

impl Objects {
    /// Makes the objects of a function.
    pub(super) fn of(regions: &mut Regions, module: &Module, f: &Func) -> Result<Objects, String> {
        let types = &module.types;
        let mut objects = Objects::default();
        let on_stack = |index: usize| f.stack_objects.contains(&StId::local(index));
        for (k, st) in f.locals.iter().enumerate() {
            if st.storage == Storage::Param {
                let index = object(regions, types, st)?;
                objects.parameters.insert(StId::local(k), index);
                regions.list[index].is_restrict = st.restrict || module.options.restrict;
                regions.list[index].is_unchanging = st.unchanging && f.kind == PuKind::Kernel;
            }
            // A parameter that is copied to memory is an object there too. Each local has its place, in memory or not, so that an
            // object that a pass takes out of memory does not move the others: volatile accesses tell where they lie.
            let place = object(regions, types, &St { storage: Storage::Auto, ..st.clone() })?;
            if on_stack(k) && st.storage == Storage::Constant {
                let table = object(regions, types, st)?;
                regions.list[table].init.clone_from(&st.init);
                objects.symbols.insert(StId::local(k), table);
            } else if on_stack(k) {
                objects.symbols.insert(StId::local(k), place);
            }
        }
        Ok(objects)
    }
}

/// Where the first object of a space lies.
fn base(space: Space) -> u64 {
    match space {
        Space::Generic | Space::Global => 0x5_0000_0000,
        Space::Shared => 0x1000_0000,
        Space::Local => 0x2000_0000,
        Space::Constant => 0x3000_0000,
        Space::Param => 0x4000_0000,
    }
}

/// What a generic address is above that of its space.
pub(super) fn window(space: Space) -> u64 {
    match space {
        Space::Generic | Space::Global => 0,
        Space::Shared => 0x7100_0000_0000,
        Space::Local => 0x7200_0000_0000,
        Space::Constant => 0x7300_0000_0000,
        Space::Param => 0x7400_0000_0000,
    }
}

/// How wide a window is.
pub(super) const WINDOW: u64 = 0x100_0000_0000;

impl Regions {
    fn add(&mut self, space: Space, size: u64, ty: TyId, stride: u64) -> Result<usize, String> {
        if size > WINDOW / 64 {
            return Err(format!("an object of {size} bytes"));
        }
        let last = self.starts.range((space, 0)..=(space, u64::MAX)).next_back();
        let end = last.map_or(base(space), |(_, &k)| self.list[k].start + self.list[k].size);
        let start = end.next_multiple_of(256) + ROOM;
        let index = self.list.len();
        self.starts.insert((space, start), index);
        self.list.push(Region {
            space,
            start,
            size,
            ty,
            stride,
            init: None,
            written_by_others: false,
            is_restrict: false,
            is_unchanging: false,
            pointer_targets: HashMap::new(),
        });
        Ok(index)
    }

    /// The region that holds so many bytes at an address of a space.
    pub(super) fn find(&self, space: Space, address: u64, size: u64) -> Option<&Region> {
        let (_, &k) = self.starts.range(..=(space, address)).next_back()?;
        let region = &self.list[k];
        let offset = address.checked_sub(region.start)?;
        let fits = region.space == space && offset.checked_add(size)? <= region.size;
        fits.then_some(region)
    }

    /// The object of global memory that begins there.
    pub(super) fn find_global(&self, start: u64) -> Option<&Region> {
        self.find(Space::Global, start, 0)
    }

    /// The objects that pointers to the type may point to.
    pub(super) fn pointees(&self, to: TyId) -> impl Iterator<Item = &Region> {
        self.pointees.get(&to).into_iter().flatten().map(|&k| &self.list[k])
    }

    /// The generic address of a region.
    pub(super) fn generic(&self, region: &Region) -> u64 {
        region.start + window(region.space)
    }

    /// The objects of a module and a function. Others write to shared memory, and to global memory, as `others` says.
    pub(super) fn of(
        module: &Module,
        f: &Func,
        others: (bool, bool),
    ) -> Result<(Regions, Objects), String> {
        let types = &module.types;
        let mut regions = Regions::default();
        let mut dynamic = None;
        for (k, st) in module.globals.iter().enumerate() {
            let index = match dynamic {
                Some(index) if st.storage == Storage::SharedDynamic => index,
                _ => object(&mut regions, types, st)?,
            };
            if st.storage == Storage::SharedDynamic {
                dynamic = Some(index);
            }
            regions.symbols.insert(StId::global(k), index);
            let region = &mut regions.list[index];
            region.written_by_others = match region.space {
                Space::Shared => others.0,
                Space::Global => others.1 && !st.constant,
                _ => false,
            };
            region.init.clone_from(&st.init);
        }
        let objects = Objects::of(&mut regions, module, f)?;
        regions.pointed_to(module, f, others.1)?;
        Ok((regions, objects))
    }

    /// Makes the objects that pointers found in memory point to: one for each type, and one for each parameter.
    fn pointed_to(&mut self, module: &Module, f: &Func, others: bool) -> Result<(), String> {
        let types = &module.types;
        let mut k = 0;
        while k < self.list.len() {
            let Region { space, ty, is_restrict, is_unchanging, .. } = self.list[k];
            for to in pointers(types, ty) {
                let is_parameter = space == Space::Param;
                if !is_parameter && self.pointees.contains_key(&to) {
                    continue;
                }
                let size = types.size(to).max(1);
                let index = self.add(Space::Global, size.max(4) * ELEMENTS, to, size)?;
                let region = &mut self.list[index];
                region.written_by_others = others && !(is_parameter && is_unchanging);
                let start = region.start;
                if is_parameter {
                    self.list[k].pointer_targets.insert(to, start);
                }
                if !is_restrict {
                    self.pointees.entry(to).or_default().push(index);
                }
            }
            k += 1;
        }
        // Variables of the module that a pointer may point to as well: the host knows their addresses, and a function
        // that is called may be given one of a shared object.
        for (&to, list) in &mut self.pointees {
            for (index, st) in module.globals.iter().enumerate() {
                let region = self.symbols[&StId::global(index)];
                let reaches = match st.storage {
                    Storage::Global => !st.constant,
                    Storage::Shared => f.kind == PuKind::Device,
                    _ => false,
                };
                if reaches && self.list[region].size >= 4 * types.size(to).max(1) {
                    list.push(region);
                }
            }
        }
        Ok(())
    }
}

fn space_of(storage: Storage) -> Space {
    match storage {
        Storage::Param => Space::Param,
        Storage::Auto => Space::Local,
        Storage::Global => Space::Global,
        Storage::Constant => Space::Constant,
        Storage::Shared | Storage::SharedDynamic => Space::Shared,
    }
}

/// The types that the pointers in an object of the type point to.
fn pointers(types: &TyTable, ty: TyId) -> Vec<TyId> {
    match types.kind(ty) {
        TyKind::Pointer(to) => vec![*to],
        TyKind::Array(element, _) => pointers(types, *element),
        TyKind::Struct { fields, .. } => {
            fields.iter().flat_map(|field| pointers(types, field.ty)).collect()
        }
        TyKind::Scalar(_) | TyKind::Bool => Vec::new(),
    }
}

fn object(regions: &mut Regions, types: &TyTable, st: &St) -> Result<usize, String> {
    let size = match st.storage {
        Storage::SharedDynamic => 4 * ELEMENTS,
        _ => types.size(st.ty),
    };
    let stride = match types.size(st.ty) {
        // An array of unknown length is its element again and again.
        0 => match types.kind(st.ty) {
            TyKind::Array(element, _) => types.size(*element).max(1),
            _ => 1,
        },
        size => size,
    };
    regions.add(space_of(st.storage), size, st.ty, stride)
}
