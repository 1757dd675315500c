//! Typed trees to VH WHIRL.
//!
//! Expressions become pure trees. Whatever has an effect is a statement appended to the block at hand, its result
//! in a temporary; where the right operand of an operator appends statements, the left one is kept in a temporary
//! first, so that operands are evaluated from left to right. Arms of short-circuit operators and loop conditions
//! get a block of their own, in a COMMA.

mod aggregate;
mod builtin;
mod convert;
mod expression;
mod function;
mod loc;
mod place;
mod printf;
mod statement;

use optx_source::{FileId, Span};
use optx_whirl::arena_id::Table;
use optx_whirl::{
    Init, LabelId, Loc, Module, Mtype, Operator, Pu, PuKind, STATIC_SHARED, St, StId, Storage,
    TyId, TyKind, Wn, WnId,
};

use crate::{
    check::{Checker, Space},
    intern::Map,
    mangle,
    options::FrontendOptions,
    typed::{FunctionId, GlobalId, LocalId, LocalVar, TExpr},
    types::{self, RecordId, Ty, TypeKind, UNKNOWN},
};

/// What is shared between the functions of a module.
pub(crate) struct Translator {
    pub module: Module,
    /// An expression that is wrong and reached the translation.
    pub wrong: Option<Span>,
    types: Map<Ty, TyId>,
    records: Map<RecordId, TyId>,
    globals: Map<GlobalId, StId>,
    /// Shared objects that got a larger alignment than they ask for, with what they ask for.
    raised: Vec<(StId, u32)>,
    /// The functions' names in PTX.
    names: Map<String, ()>,
    /// Kernels that have the name of another function, and where they are.
    pub doubled: Vec<(String, Span)>,
    functions: Map<FunctionId, usize>,
    files: Map<FileId, u16>,
    /// The function of which some statements are translated.
    open: Option<function::Open>,
}

impl Translator {
    pub(crate) fn new(options: &FrontendOptions<'_>) -> Translator {
        Translator {
            module: Module { options: options.code.clone(), ..Module::default() },
            wrong: None,
            types: Map::default(),
            records: Map::default(),
            globals: Map::default(),
            raised: Vec::new(),
            functions: Map::default(),
            names: Map::default(),
            doubled: Vec::new(),
            files: Map::default(),
            open: None,
        }
    }

    /// The number of a function in the module; it is filled in when the function is translated.
    fn function_index(&mut self, cx: &Checker<'_, '_>, f: FunctionId) -> usize {
        if let Some(i) = self.functions.get(&f) {
            return *i;
        }
        let i = self.module.functions.len();
        self.functions.insert(f, i);
        let Some(info) = cx.functions.get(f) else { return i };
        let name = cx.function_name(info);
        let ptx = self.own_name(mangle::function(cx, info), info);
        let kind = if info.is_kernel() { PuKind::Kernel } else { PuKind::Device };
        let mut pu = Pu::new(name, ptx, kind);
        pu.pos = self.place(cx, info.span).pos();
        self.module.functions.push(pu);
        i
    }

    /// A name that no other function has: two that the mangling does not tell apart are two all the same. Kernels are asked for by their
    /// names, so that of those there can be one.
    fn own_name(&mut self, name: String, info: &crate::check::Function<'_>) -> String {
        let mut own = name.clone();
        let mut k = 1;
        while self.names.insert(own.clone(), ()).is_some() {
            if info.is_kernel() {
                self.doubled.push((name.clone(), info.span));
            }
            own = format!("{name}$${k}");
            k += 1;
        }
        own
    }

    /// The WHIRL type of a type.
    pub(crate) fn ty(&mut self, cx: &Checker<'_, '_>, t: Ty) -> TyId {
        let t = t.bare();
        if let Some(id) = self.types.get(&t) {
            return *id;
        }
        let kind = match cx.types.kind(t) {
            TypeKind::Bool => TyKind::Bool,
            TypeKind::Pointer(to) | TypeKind::Reference(to, _) => {
                // A pointer to a struct need not know the struct.
                let to = match cx.types.kind(to) {
                    TypeKind::Record(_) | TypeKind::Array(..) => self.module.types.scalar(Mtype::V),
                    _ => self.ty(cx, to),
                };
                TyKind::Pointer(to)
            }
            TypeKind::Array(e, n) => {
                let e = self.ty(cx, e);
                TyKind::Array(e, if n == UNKNOWN { 0 } else { n })
            }
            TypeKind::Record(r) => return self.record(cx, t, r),
            _ => TyKind::Scalar(memory_type(cx, t)),
        };
        let id = self.module.types.intern(kind);
        self.types.insert(t, id);
        id
    }

    fn record(&mut self, cx: &Checker<'_, '_>, t: Ty, r: RecordId) -> TyId {
        if let Some(id) = self.records.get(&r) {
            return *id;
        }
        let Some(rec) = cx.types.records.get(r) else {
            return self.module.types.scalar(Mtype::V);
        };
        let fields = rec
            .fields
            .iter()
            .map(|f| optx_whirl::Field {
                name: cx.text(f.name).to_string(),
                // A bit-field's is its unit's: what is read and written, be it bytes.
                ty: match f.bits {
                    Some(b) if !b.is_word() => {
                        let byte = self.module.types.scalar(Mtype::U1);
                        self.module.types.intern(TyKind::Array(byte, u64::from(b.unit)))
                    }
                    Some(b) => self.module.types.scalar(place::unit_type(b, Mtype::U8)),
                    None => self.ty(cx, f.ty),
                },
                offset: f.offset,
                bits: f
                    .bits
                    .filter(|b| b.is_word())
                    .map(|b| optx_whirl::Bits { start: b.start, width: b.width }),
            })
            .collect();
        let id = self.module.types.intern(TyKind::Struct {
            name: rec.name.clone(),
            fields,
            size: rec.size,
            align: rec.align as u32,
            is_union: rec.is_union,
        });
        self.records.insert(r, id);
        self.types.insert(t, id);
        id
    }

    /// Takes back the larger alignment of shared arrays that it costs room, where what the file declares may need that room: of those whose size is a multiple
    /// of it, it costs none.
    pub(crate) fn fit_shared(&mut self) {
        let of =
            |st: &St| self.module.types.size(st.ty).next_multiple_of(u64::from(st.align.max(1)));
        let shared = self.module.globals.iter().filter(|st| st.storage == Storage::Shared);
        if shared.map(of).fold(0, u64::saturating_add) <= STATIC_SHARED {
            return;
        }
        for &(id, asked) in &self.raised {
            if let Some(st) = self.module.globals.get_mut(id.index())
                && !self.module.types.size(st.ty).is_multiple_of(u64::from(st.align.max(1)))
            {
                st.align = asked;
            }
        }
    }

    /// The symbol of an object, which is declared from now on.
    pub(crate) fn global(&mut self, cx: &Checker<'_, '_>, g: GlobalId) -> StId {
        if let Some(st) = self.globals.get(&g) {
            return *st;
        }
        let Some(x) = cx.output.globals.get(g) else { return StId::global(0) };
        let ty = self.ty(cx, x.ty);
        let storage = match x.space {
            Space::Constant => Storage::Constant,
            Space::Shared => Storage::Shared,
            Space::SharedDynamic => Storage::SharedDynamic,
            Space::Device | Space::Host => Storage::Global,
        };
        let asked = x.align.max(cx.types.align(x.ty));
        let align = match x.space {
            Space::Shared => object_align(cx, x.ty, asked),
            _ => asked,
        };
        let mut st = St::new(x.name.clone(), ty, storage, align as u32);
        let quals = match cx.types.element(x.ty) {
            Some((e, _)) => e.quals() | x.ty.quals(),
            None => x.ty.quals(),
        };
        st.volatile = quals & types::VOLATILE != 0;
        st.constant = cx.types.is_unchanging(x.ty);
        st.managed = x.is_managed;
        st.pos = self.place(cx, x.span).pos();
        let id = self.module.add_global(st);
        self.globals.insert(g, id);
        if align > asked {
            self.raised.push((id, asked as u32));
        }
        if let Some(init) = &x.init {
            let addresses =
                init.addresses.iter().map(|(o, g, k)| (*o, self.global(cx, *g), *k)).collect();
            let mut bytes = init.bytes.clone();
            while bytes.last() == Some(&0) {
                bytes.pop();
            }
            if let Some(st) = self.module.globals.get_mut(id.index()) {
                st.init = Some(Init { bytes, addresses });
            }
        }
        id
    }

    /// Declares objects that the host may name, used or not.
    pub(crate) fn declare_objects(&mut self, cx: &Checker<'_, '_>) {
        for (id, g) in cx.output.globals.with_ids() {
            let named = matches!(g.space, Space::Constant | Space::Device)
                && !g.name.contains('$')
                && !g.is_extern
                && !cx.sm.is_builtin(g.span);
            if named && !g.ty.is_error() {
                self.global(cx, id);
            }
        }
    }
}

/// An expression of the typed tree.
type E<'t> = &'t TExpr<'t>;

/// The translation of one function.
struct FunctionTranslator<'m, 'c, 'a, 'x, 'b> {
    cx: &'c Checker<'a, 'x>,
    shared: &'m mut Translator,
    pu: Pu,
    locals: Table<LocalId, StId>,
    vars: &'b Table<LocalId, LocalVar>,
    labels: Vec<Option<LabelId>>,
    /// The statements of the block at hand.
    out: Vec<WnId>,
    /// The place of the statement at hand.
    loc: Loc,
    last_span: Span,
    result: Ty,
    /// An object that is being changed is used after it: its place is wanted, and then kept here.
    keep_changed: bool,
    changed: Option<place::Place>,
    /// Where `printf` puts its arguments: one object for all calls of the function, and its words.
    printed: Option<(StId, u64)>,
}

impl FunctionTranslator<'_, '_, '_, '_, '_> {
    /// The register type of a scalar type; `M` for aggregates.
    fn register(&self, t: Ty) -> Mtype {
        register_type(self.cx, t)
    }

    /// The memory type of a scalar type; `M` for aggregates.
    fn memory(&self, t: Ty) -> Mtype {
        memory_type(self.cx, t)
    }

    /// Runs `f` with an empty block at hand; gives what it appended and its result.
    fn in_block<T>(&mut self, f: impl FnOnce(&mut Self) -> T) -> (Vec<WnId>, T) {
        let was = std::mem::take(&mut self.out);
        let r = f(self);
        (std::mem::replace(&mut self.out, was), r)
    }

    fn block(&mut self, list: &[WnId]) -> WnId {
        self.pu.tree.block(list, self.loc)
    }

    /// An `if` statement of two lists of statements.
    fn either(&mut self, condition: WnId, [yes, no]: [&[WnId]; 2]) {
        let (yes, no) = (self.block(yes), self.block(no));
        let wn = Wn::new(Operator::If, Mtype::V, Mtype::V);
        let s = self.pu.tree.statement(wn, &[condition, yes, no], self.loc);
        self.out.push(s);
    }

    /// A temporary of a register type.
    fn temp(&mut self, m: Mtype) -> StId {
        let ty = self.shared.module.types.scalar(m);
        self.temp_of(ty, m.size().max(1))
    }

    /// A temporary of any type.
    fn temp_of(&mut self, ty: TyId, align: u32) -> StId {
        let name = function::temporary(self.pu.locals.len());
        self.pu.new_temp(&name, ty, align)
    }
}

/// The alignment that a local or shared object gets. Arrays get 16 bytes at least: programs read a few elements of one
/// by a wider type, which the hardware takes where the object happens to lie well, as nvcc lets it.
fn object_align(cx: &Checker<'_, '_>, t: Ty, align: u64) -> u64 {
    match cx.types.kind(t) {
        TypeKind::Array(..) => align.max(16),
        _ => align,
    }
}

/// The memory type of a scalar type; `M` for aggregates, `V` for what has no value.
fn memory_type(cx: &Checker<'_, '_>, t: Ty) -> Mtype {
    match cx.types.kind(cx.types.scalar(t)) {
        TypeKind::Error
        | TypeKind::Void
        | TypeKind::Overloads
        | TypeKind::Function(_)
        | TypeKind::Braces => Mtype::V,
        TypeKind::Bool | TypeKind::UChar => Mtype::U1,
        TypeKind::Char | TypeKind::SChar => Mtype::I1,
        TypeKind::Short => Mtype::I2,
        TypeKind::UShort | TypeKind::Char16 => Mtype::U2,
        TypeKind::Int | TypeKind::WChar => Mtype::I4,
        TypeKind::UInt | TypeKind::Char32 => Mtype::U4,
        TypeKind::Long | TypeKind::LongLong | TypeKind::Member(..) => Mtype::I8,
        TypeKind::ULong | TypeKind::ULongLong => Mtype::U8,
        TypeKind::Float => Mtype::F4,
        TypeKind::Double | TypeKind::LongDouble => Mtype::F8,
        TypeKind::NullPtr | TypeKind::Pointer(_) | TypeKind::Reference(_, _) => Mtype::U8,
        TypeKind::Array(..) | TypeKind::Record(_) => Mtype::M,
        TypeKind::Enum(_) => Mtype::I4,
    }
}

/// The type in which a value is held: a bool is a predicate.
fn register_type(cx: &Checker<'_, '_>, t: Ty) -> Mtype {
    if t.bare() == Ty::BOOL { Mtype::B } else { memory_type(cx, t).register() }
}
