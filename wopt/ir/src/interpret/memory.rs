//! Memory: bytes written over those of the environment.
//!
//! A byte that nobody wrote is the environment's ([`super::environment`]); local memory that nobody wrote is poison.

use super::environment::Environment;
use super::regions::{Objects, Regions, WINDOW, window};
use super::value::{Value, cut, integer, is_vague};
use super::{Byte, ByteAddress, Datum, Snapshot, Stop};
use crate::coderep::Space;
use crate::func::Func;
use optx_whirl::{Init, Module, Mtype, StId};
use std::collections::{BTreeMap, BTreeSet};

/// The memory of one run.
pub(super) struct Memory<'a> {
    pub(super) environment: Environment<'a>,
    regions: Regions,
    /// The objects of the function that runs.
    objects: Objects,
    /// What this thread wrote, and what the environment has there: that stays until others write there.
    bytes: BTreeMap<ByteAddress, (Byte, Byte)>,
    /// Starts of local objects that others have an address of.
    exposed: BTreeSet<u64>,
}

impl<'a> Memory<'a> {
    /// The memory that holds these objects.
    pub(super) fn new(
        environment: Environment<'a>,
        regions: Regions,
        objects: Objects,
    ) -> Memory<'a> {
        Memory { environment, regions, objects, bytes: BTreeMap::new(), exposed: BTreeSet::new() }
    }

    /// Makes the objects of a function that is called, its parameters among them; gives those of its caller.
    pub(super) fn enter(
        &mut self,
        module: &Module,
        f: &Func,
        operands: &[Datum],
    ) -> Result<Objects, Stop> {
        let objects = Objects::of(&mut self.regions, module, f).map_err(Stop::unsupported)?;
        let mut operands = operands.iter();
        for st in &f.params {
            let Some(&k) = objects.parameters.get(st) else { continue };
            let start = self.regions.list[k].start;
            for (offset, mtype) in optx_whirl::parts(&module.types, f.locals[st.index()].ty) {
                let Some(operand) = operands.next() else {
                    return Err(Stop::unsupported("a call of too few operands".to_owned()));
                };
                let value =
                    operand.bits.map_or(Value::POISON, |bits| Value::of(mtype.register(), bits));
                let place = ByteAddress { space: Space::Param, address: start + offset };
                self.store(mtype, place, value);
            }
        }
        Ok(std::mem::replace(&mut self.objects, objects))
    }

    /// Goes back to the objects of a caller.
    pub(super) fn leave(&mut self, objects: Objects) {
        self.objects = objects;
    }

    /// The address of a symbol's object in its own space; of a parameter, in parameter space where that is asked for.
    pub(super) fn address(&self, st: StId, offset: i64, parameter: bool) -> Result<u64, Stop> {
        let table = match (parameter, st.is_local()) {
            (true, _) => &self.objects.parameters,
            (false, true) => &self.objects.symbols,
            (false, false) => &self.regions.symbols,
        };
        let region = table.get(&st).map(|&k| &self.regions.list[k]);
        let region = region.ok_or_else(|| Stop::unsupported(format!("the address of {st}")))?;
        Ok(region.start.wrapping_add_signed(offset))
    }

    /// The generic address that an address of a space is.
    pub(super) fn to_generic(space: Space, address: u64) -> u64 {
        address.wrapping_add(window(space))
    }

    /// The address in a space that a generic address is; None where it leads elsewhere.
    pub(super) fn from_generic(space: Space, address: u64) -> Option<u64> {
        let local = address.wrapping_sub(window(space));
        (window(space) == 0 || local < WINDOW).then_some(local)
    }

    /// The space that a generic address leads to, and the address there.
    fn at_generic(address: u64) -> (Space, u64) {
        let windows = [Space::Shared, Space::Local, Space::Constant];
        let inside = windows
            .into_iter()
            .find_map(|space| Some((space, Memory::from_generic(space, address)?)));
        inside.unwrap_or((Space::Global, address))
    }

    /// The space that a generic address leads to.
    pub(super) fn space_of_generic(address: u64) -> Space {
        Memory::at_generic(address).0
    }

    /// The place of an access of so many bytes.
    pub(super) fn place(
        &self,
        space: Space,
        address: u64,
        size: u32,
        align: u32,
    ) -> Result<ByteAddress, Stop> {
        let (space, address) = match space {
            Space::Generic => Memory::at_generic(address),
            other => (other, address),
        };
        let align = if align == 0 { size } else { align };
        if !address.is_multiple_of(u64::from(align.max(1))) {
            return Err(Stop::undefined(format!("{address:#x} is not aligned to {align}")));
        }
        match self.regions.find(space, address, u64::from(size)) {
            Some(_) => Ok(ByteAddress { space, address }),
            None => {
                Err(Stop::undefined(format!("there is nothing at {} {address:#x}", space.name())))
            }
        }
    }

    fn byte(&self, place: ByteAddress) -> Byte {
        if let Some(&(byte, _)) = self.bytes.get(&place) {
            return byte;
        }
        self.found(place)
    }

    /// The byte as the environment has it.
    fn found(&self, place: ByteAddress) -> Byte {
        let Some(region) = self.regions.find(place.space, place.address, 1) else {
            return Byte::Poison;
        };
        let offset = place.address - region.start;
        if region.space == Space::Local {
            return Byte::Poison;
        }
        let (environment, regions) = (&self.environment, &self.regions);
        let others = region.written_by_others
            && environment
                .writes
                .iter()
                .any(|&event| environment.overwrites(region, offset, event));
        match &region.init {
            Some(init) if !others => Byte::Exact(self.initial(init, offset)),
            _ => Byte::Exact(environment.byte(regions, region, offset)),
        }
    }

    fn initial(&self, init: &Init, offset: u64) -> u8 {
        let address = init.addresses.iter().find(|(at, ..)| (*at..*at + 8).contains(&offset));
        match address {
            Some((at, st, addend)) => {
                let region = self.regions.symbols.get(st).map(|&k| &self.regions.list[k]);
                let value =
                    region.map_or(0, |r| self.regions.generic(r)).wrapping_add_signed(*addend);
                value.to_le_bytes()[(offset - at) as usize]
            }
            None => init.bytes.get(offset as usize).copied().unwrap_or(0),
        }
    }

    /// What an access as `desc` reads. The bits of a NaN that arithmetic gave mean nothing, but are a NaN where a float is
    /// read from all of them.
    pub(super) fn load(&self, desc: Mtype, place: ByteAddress) -> Value {
        let mut value = Value::exact(0);
        for k in 0..u64::from(desc.size()) {
            let at = ByteAddress { address: place.address + k, ..place };
            let ones = 0xff << (8 * k);
            match self.byte(at) {
                Byte::Poison => value.poison |= ones,
                Byte::Exact(byte) => value.bits |= u64::from(byte) << (8 * k),
                Byte::OfNan(byte) => {
                    value.bits |= u64::from(byte) << (8 * k);
                    value.poison |= ones;
                    value.of_nan |= ones;
                }
            }
        }
        let register = |bits| cut(desc.register(), integer(desc, bits) as u64);
        if !desc.is_float() {
            let Value { bits, poison, of_nan } = value;
            return Value {
                bits: register(bits),
                poison: register(poison),
                of_nan: register(of_nan),
            };
        }
        let is_nan = value.of_nan == cut(desc, u64::MAX) && is_vague(desc, value.bits);
        if value.poison == 0 || is_nan { Value::exact(value.bits) } else { Value::POISON }
    }

    /// Writes the value as `desc`.
    pub(super) fn store(&mut self, desc: Mtype, place: ByteAddress, value: Value) {
        for k in 0..u64::from(desc.size()) {
            let byte = (value.bits >> (8 * k)) as u8;
            let part = |bits: u64| (bits >> (8 * k)) as u8;
            let byte = match (part(value.poison), part(value.of_nan)) {
                (0, _) if is_vague(desc, value.bits) => Byte::OfNan(byte),
                (0, _) => Byte::Exact(byte),
                (_, u8::MAX) => Byte::OfNan(byte),
                _ => Byte::Poison,
            };
            let at = ByteAddress { address: place.address + k, ..place };
            match self.bytes.get_mut(&at) {
                Some((written, _)) => *written = byte,
                None => {
                    let found = self.found(at);
                    self.bytes.insert(at, (byte, found));
                }
            }
        }
    }

    /// What other threads can see: the bytes that are not as the environment has them, after the addresses among
    /// `values` and in memory were followed.
    pub(super) fn seen_by_others(&mut self, values: &[u64]) -> Snapshot {
        self.expose(values);
        let mut seen = Snapshot::new();
        for (&place, &(byte, found)) in &self.bytes {
            if self.is_seen(place) && byte != found {
                seen.insert(place, byte);
            }
        }
        seen
    }

    /// True for memory that others can look at: none has a call's operands.
    fn is_seen(&self, place: ByteAddress) -> bool {
        match place.space {
            Space::Local => self.is_exposed(place.address),
            Space::Param => false,
            _ => true,
        }
    }

    fn is_exposed(&self, address: u64) -> bool {
        let region = self.regions.find(Space::Local, address, 0);
        region.is_some_and(|r| self.exposed.contains(&r.start))
    }

    /// Notes the local objects whose addresses are among the values, or stand in memory that others see.
    fn expose(&mut self, values: &[u64]) {
        let has_locals = self.regions.list.iter().any(|r| r.space == Space::Local);
        if !has_locals {
            return;
        }
        let mut work: Vec<u64> = values.to_vec();
        let aligned = |(place, _): &(&ByteAddress, &(Byte, Byte))| place.address.is_multiple_of(8);
        for (place, _) in self.bytes.iter().filter(aligned) {
            if self.is_seen(*place) {
                work.push(self.load(Mtype::U8, *place).bits);
            }
        }
        while let Some(value) = work.pop() {
            let Some(address) = Memory::from_generic(Space::Local, value) else { continue };
            let Some(region) = self.regions.find(Space::Local, address, 0) else { continue };
            let (start, end) = (region.start, region.start + region.size);
            if self.exposed.insert(start) {
                let place = |address: u64| ByteAddress { space: Space::Local, address };
                let inside = self.bytes.range(place(start)..place(end));
                let words: Vec<ByteAddress> = inside.filter(aligned).map(|(p, _)| *p).collect();
                work.extend(words.into_iter().map(|p| self.load(Mtype::U8, p).bits));
            }
        }
    }

    /// Other threads write at the event of that number; to local objects that they have addresses of only where a call
    /// makes them.
    pub(super) fn others_write(&mut self, event: u64, call: bool) {
        let (environment, regions) = (&self.environment, &self.regions);
        let exposed = &self.exposed;
        self.bytes.retain(|place, (byte, _)| {
            let Some(region) = regions.find(place.space, place.address, 1) else { return true };
            let offset = place.address - region.start;
            if region.space == Space::Local {
                let hit = environment.number(&[5, place.address / 4, event]).is_multiple_of(3);
                if call && hit && exposed.contains(&region.start) {
                    *byte = Byte::Exact(environment.number(&[6, place.address, event]) as u8);
                }
                return true;
            }
            !environment.overwrites(region, offset, event)
        });
        self.environment.writes.push(event);
    }
}
