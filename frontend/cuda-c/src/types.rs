//! Types: interned, so that equal types are equal handles; qualifiers are bits of the handle.

use optx_whirl::arena_id;
use optx_whirl::arena_id::Table;

use crate::{
    ast::{BaseWord, MemberAccess, RefQualifier},
    intern::{Map, Symbol},
};

/// A type with its qualifiers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct Ty(u32);

pub(crate) const CONST: u32 = 1;
pub(crate) const VOLATILE: u32 = 2;
pub(crate) const RESTRICT: u32 = 4;

arena_id! {
    /// A struct or union.
    RecordId, "record"
}
arena_id! {
    /// An enum.
    EnumId, "enum"
}
arena_id! {
    /// What functions of one type take and give.
    SignatureId, "signature"
}

/// What functions of one type take and give ([dcl.fct] 5): parameters without their own qualifiers, arrays and functions among them as
/// pointers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct FunctionType {
    pub result: Ty,
    pub params: Vec<Ty>,
    pub variadic: bool,
    pub suffix: Suffix,
}

/// What stands behind the parameters of a function's type ([dcl.fct] 1): qualifiers and `&` are of functions with an object alone, and
/// nothing points to those types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Suffix {
    /// [`CONST`] and [`VOLATILE`].
    pub quals: u32,
    pub object: RefQualifier,
    /// It throws nothing, which is of the type from C++17 on.
    pub noexcept: bool,
}

impl Suffix {
    /// Whether the type is one of functions with an object.
    pub(crate) fn has_object(self) -> bool {
        self.quals != 0 || self.object != RefQualifier::None
    }

    /// How it is written.
    pub(crate) fn text(self) -> String {
        let mut s = String::new();
        for (is, word) in [
            (self.quals & CONST != 0, " const"),
            (self.quals & VOLATILE != 0, " volatile"),
            (self.object == RefQualifier::Lvalue, " &"),
            (self.object == RefQualifier::Rvalue, " &&"),
            (self.noexcept, " noexcept"),
        ] {
            if is {
                s.push_str(word);
            }
        }
        s
    }
}

/// The length of an array whose length is not given.
pub(crate) const UNKNOWN: u64 = u64::MAX;

/// What a type is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum TypeKind {
    /// Wrong, and reported; goes with everything.
    Error,
    Void,
    Bool,
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Float,
    Double,
    /// A type of its own, with the values and the arithmetic of `double`, as device code has it.
    LongDouble,
    WChar,
    Char16,
    Char32,
    NullPtr,
    /// A pointer to a member of a class: of data the offset, or -1; of functions one that is known. The class comes first.
    Member(Ty, Ty),
    /// A list in braces, before it has a type.
    Braces,
    /// The type of a function's name, before one of its functions is chosen.
    Overloads,
    /// A function by its result and parameters.
    Function(SignatureId),
    Pointer(Ty),
    /// An lvalue reference, or an rvalue reference where the flag is set.
    Reference(Ty, bool),

    /// Element and length, or [`UNKNOWN`].
    Array(Ty, u64),
    Record(RecordId),
    Enum(EnumId),
}

const SIMPLE: [TypeKind; 23] = [
    TypeKind::Error,
    TypeKind::Void,
    TypeKind::Bool,
    TypeKind::Char,
    TypeKind::SChar,
    TypeKind::UChar,
    TypeKind::Short,
    TypeKind::UShort,
    TypeKind::Int,
    TypeKind::UInt,
    TypeKind::Long,
    TypeKind::ULong,
    TypeKind::LongLong,
    TypeKind::ULongLong,
    TypeKind::Float,
    TypeKind::Double,
    TypeKind::NullPtr,
    TypeKind::Overloads,
    TypeKind::Braces,
    TypeKind::WChar,
    TypeKind::Char16,
    TypeKind::Char32,
    TypeKind::LongDouble,
];

impl Ty {
    pub(crate) const ERROR: Ty = Ty(0);
    pub(crate) const VOID: Ty = Ty(1 << 3);
    pub(crate) const BOOL: Ty = Ty(2 << 3);
    pub(crate) const CHAR: Ty = Ty(3 << 3);
    pub(crate) const SCHAR: Ty = Ty(4 << 3);
    pub(crate) const UCHAR: Ty = Ty(5 << 3);
    pub(crate) const SHORT: Ty = Ty(6 << 3);
    pub(crate) const USHORT: Ty = Ty(7 << 3);
    pub(crate) const INT: Ty = Ty(8 << 3);
    pub(crate) const UINT: Ty = Ty(9 << 3);
    pub(crate) const LONG: Ty = Ty(10 << 3);
    pub(crate) const ULONG: Ty = Ty(11 << 3);
    pub(crate) const LONGLONG: Ty = Ty(12 << 3);
    pub(crate) const ULONGLONG: Ty = Ty(13 << 3);
    pub(crate) const FLOAT: Ty = Ty(14 << 3);
    pub(crate) const DOUBLE: Ty = Ty(15 << 3);
    pub(crate) const NULLPTR: Ty = Ty(16 << 3);
    pub(crate) const OVERLOADS: Ty = Ty(17 << 3);
    pub(crate) const BRACES: Ty = Ty(18 << 3);
    pub(crate) const WCHAR: Ty = Ty(19 << 3);
    pub(crate) const CHAR16: Ty = Ty(20 << 3);
    pub(crate) const CHAR32: Ty = Ty(21 << 3);
    pub(crate) const LONGDOUBLE: Ty = Ty(22 << 3);

    pub(crate) fn quals(self) -> u32 {
        self.0 & 7
    }

    /// The type without qualifiers.
    pub(crate) fn bare(self) -> Ty {
        Ty(self.0 & !7)
    }

    pub(crate) fn with(self, quals: u32) -> Ty {
        Ty(self.0 | quals & 7)
    }

    pub(crate) fn is_const(self) -> bool {
        self.0 & CONST != 0
    }

    pub(crate) fn is_volatile(self) -> bool {
        self.0 & VOLATILE != 0
    }

    pub(crate) fn is_error(self) -> bool {
        self.bare() == Ty::ERROR
    }

    pub(crate) fn word(w: BaseWord) -> Ty {
        match w {
            BaseWord::Void => Ty::VOID,
            BaseWord::Bool => Ty::BOOL,
            BaseWord::Char => Ty::CHAR,
            BaseWord::SChar => Ty::SCHAR,
            BaseWord::UChar => Ty::UCHAR,
            BaseWord::Short => Ty::SHORT,
            BaseWord::UShort => Ty::USHORT,
            BaseWord::Int => Ty::INT,
            BaseWord::UInt => Ty::UINT,
            BaseWord::Long => Ty::LONG,
            BaseWord::ULong => Ty::ULONG,
            BaseWord::LongLong => Ty::LONGLONG,
            BaseWord::ULongLong => Ty::ULONGLONG,
            BaseWord::Float => Ty::FLOAT,
            BaseWord::Double => Ty::DOUBLE,
            BaseWord::LongDouble if wrong!(LongDoubleIsDouble) => Ty::DOUBLE,
            BaseWord::LongDouble => Ty::LONGDOUBLE,
            BaseWord::WChar => Ty::WCHAR,
            BaseWord::Char16 => Ty::CHAR16,
            BaseWord::Char32 => Ty::CHAR32,
        }
    }
}

/// The place of a bit-field in its container.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BitField {
    pub start: u8,
    pub width: u8,
    /// Bytes of the unit that is read and written: 1, 2, 4 or 8; other numbers, to 9, are read and written byte by byte
    /// (in packed structs, where no word covers the field and nothing else).
    pub unit: u8,
}

impl BitField {
    /// Whether the unit is a word of the machine.
    pub(crate) fn is_word(self) -> bool {
        matches!(self.unit, 1 | 2 | 4 | 8)
    }

    /// The parts of the field in the bytes of its unit: the byte, its bits, and the first bit of the value that they hold.
    pub(crate) fn pieces(self) -> impl Iterator<Item = (u8, BitField, u8)> {
        let end = self.start + self.width;
        (self.start / 8..end.div_ceil(8)).map(move |byte| {
            let (from, to) = (self.start.max(byte * 8), end.min(byte * 8 + 8));
            let bits = BitField { start: from - byte * 8, width: to - from, unit: 1 };
            (byte, bits, from - self.start)
        })
    }
}

/// A member of a struct or union.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// Empty for anonymous members.
    pub name: Symbol,
    pub ty: Ty,
    pub offset: u64,
    /// What its class lays it out by, which `alignof` tells of it.
    pub align: u64,
    pub bits: Option<BitField>,
    /// The byte after its last.
    pub end: u64,
    /// A base class.
    pub base: bool,
    /// It may be changed in const objects.
    pub mutable: bool,
    pub access: MemberAccess,
}

/// A struct or union.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    pub name: String,
    pub fields: Vec<Field>,
    pub size: u64,
    /// Bytes up to the end of its data: what follows it as a base class may lie in its padding.
    pub data_size: u64,
    /// The same, were it no plain data; unnamed bit-fields count.
    pub data_end: u64,
    /// It is plain data as C++03 has it: what follows it as a base class does not lie in its padding.
    pub pod: bool,
    pub align: u64,
    pub is_union: bool,
    pub complete: bool,
    /// The namespace around it, by its number in the file.
    pub namespace: u32,
    /// One more than the deepest member.
    pub depth: u32,
    /// Its members, those of its members and bases included; of an array those of one element.
    pub parts: u32,
    /// It has bit-fields, or a member has.
    pub has_bit_fields: bool,
    /// It is a class without data, or a member or base is.
    pub holds_empty: bool,
    /// Packed by an attribute.
    pub packed: bool,
    /// Places of named members, those of anonymous members included: path of field numbers.
    pub members: Map<Symbol, u32>,
}

/// An enum.
#[derive(Clone, Debug)]
pub(crate) struct Enum {
    pub name: String,
    pub underlying: Ty,
    /// The type that its values are promoted to.
    pub promoted: Ty,
    /// The declaration says what the underlying type is.
    pub fixed: bool,
    /// `enum class`: its enumerators are named through it.
    pub scoped: bool,
    /// It is declared and not defined yet.
    pub open: bool,
    /// The enumerators.
    pub values: Vec<(Symbol, i64)>,
    /// The namespace around it, by its number in the file.
    pub namespace: u32,
    /// The class around it.
    pub class: Option<RecordId>,
    /// While its list is read the enumerators before, of the types that they have until then ([dcl.enum] 5).
    pub listed: Vec<(Symbol, Ty, i64)>,
}

/// The types of one compilation.
pub(crate) struct Types {
    kinds: Vec<TypeKind>,
    /// How deep each type nests.
    depths: Vec<u16>,
    index: Map<TypeKind, u32>,
    /// How often a class became complete, or was opened again.
    pub completed: u32,
    pub records: Table<RecordId, Record>,
    pub enums: Table<EnumId, Enum>,
    signatures: Table<SignatureId, FunctionType>,
    signature_ids: Map<FunctionType, SignatureId>,
}

impl Types {
    pub(crate) fn new() -> Types {
        let mut index = Map::default();
        for (i, k) in SIMPLE.iter().enumerate() {
            index.insert(*k, i as u32);
        }
        Types {
            kinds: SIMPLE.to_vec(),
            depths: vec![0; SIMPLE.len()],
            index,
            completed: 0,
            records: Table::new(),
            enums: Table::new(),
            signatures: Table::new(),
            signature_ids: Map::default(),
        }
    }

    pub(crate) fn kind(&self, t: Ty) -> TypeKind {
        self.kinds.get((t.0 >> 3) as usize).copied().unwrap_or(TypeKind::Error)
    }

    fn intern(&mut self, k: TypeKind) -> Ty {
        let next = self.kinds.len() as u32;
        let i = *self.index.entry(k).or_insert(next);
        if i == next {
            let depth = match k {
                TypeKind::Pointer(t) | TypeKind::Reference(t, _) | TypeKind::Array(t, _) => {
                    self.depth(t) + 1
                }
                TypeKind::Member(_, t) => self.depth(t) + 1,
                TypeKind::Function(id) => {
                    let f = &self.signatures[id];
                    let parts = f.params.iter().chain([&f.result]);
                    parts.map(|t| self.depth(*t)).max().unwrap_or(0) + 1
                }
                _ => 0,
            };
            self.kinds.push(k);
            self.depths.push(depth.min(60_000) as u16);
        }
        Ty(i << 3)
    }

    /// How deep a type nests in others; walks over types recurse this deep.
    pub(crate) fn depth(&self, t: Ty) -> u32 {
        match self.kind(t) {
            TypeKind::Record(r) => self.records.get(r).map_or(0, |r| r.depth),
            _ => self.depths.get((t.0 >> 3) as usize).map_or(0, |d| u32::from(*d)),
        }
    }

    /// How many objects a member of a type brings, itself included; of an array one element counts. Walks over the members
    /// of members take so many steps.
    pub(crate) fn parts(&self, t: Ty) -> u32 {
        self.get_record(self.innermost(t)).map_or(1, |(_, r)| r.parts.saturating_add(1))
    }

    pub(crate) fn pointer(&mut self, to: Ty) -> Ty {
        self.intern(TypeKind::Pointer(to))
    }

    /// A pointer to members of a class.
    pub(crate) fn member_pointer(&mut self, class: Ty, to: Ty) -> Ty {
        self.intern(TypeKind::Member(class.bare(), to))
    }

    /// A reference to a type. References to references collapse: one that is an lvalue reference makes the whole one
    /// ([dcl.ref] 6).
    pub(crate) fn reference(&mut self, to: Ty, rvalue: bool) -> Ty {
        let rvalue = rvalue && !wrong!(RvalueReferencesAreLvalueReferences);
        match self.kind(to) {
            TypeKind::Reference(inner, inner_rvalue) => {
                self.intern(TypeKind::Reference(inner, inner_rvalue && rvalue))
            }
            _ => self.intern(TypeKind::Reference(to, rvalue)),
        }
    }

    pub(crate) fn array(&mut self, of: Ty, len: u64) -> Ty {
        self.intern(TypeKind::Array(of, len))
    }

    /// The type of functions that take and give this.
    pub(crate) fn function(&mut self, of: FunctionType) -> Ty {
        let id = match self.signature_ids.get(&of) {
            Some(id) => *id,
            None => {
                let id = self.signatures.push(of.clone());
                self.signature_ids.insert(of, id);
                id
            }
        };
        self.intern(TypeKind::Function(id))
    }

    /// What functions of a type take and give; `None` of what is no function.
    pub(crate) fn function_type(&self, t: Ty) -> Option<&FunctionType> {
        match self.kind(t) {
            TypeKind::Function(id) => self.signatures.get(id),
            _ => None,
        }
    }

    /// Whether a function's type is another that may throw ([conv.fctptr]).
    pub(crate) fn drops_noexcept(&self, from: Ty, to: Ty) -> bool {
        let (Some(a), Some(b)) = (self.function_type(from), self.function_type(to)) else {
            return false;
        };
        a.suffix.noexcept && !b.suffix.noexcept && {
            let suffix = Suffix { noexcept: false, ..a.suffix };
            suffix == b.suffix
                && (a.result, &a.params, a.variadic) == (b.result, &b.params, b.variadic)
        }
    }

    /// A function's type as one that may throw; other types as they are.
    pub(crate) fn may_throw(&mut self, t: Ty) -> Ty {
        match self.function_type(t) {
            Some(f) if f.suffix.noexcept => {
                let suffix = Suffix { noexcept: false, ..f.suffix };
                let f = FunctionType { suffix, ..f.clone() };
                self.function(f)
            }
            _ => t,
        }
    }

    /// The class, and the type of its members that a pointer is to.
    pub(crate) fn member_pointee(&self, t: Ty) -> Option<(Ty, Ty)> {
        match self.kind(t) {
            TypeKind::Member(class, to) => Some((class, to)),
            _ => None,
        }
    }

    /// Whether a type is a pointer to functions.
    pub(crate) fn is_function_pointer(&self, t: Ty) -> bool {
        match self.kind(t) {
            TypeKind::Pointer(to) | TypeKind::Member(_, to) => self.function_type(to).is_some(),
            _ => false,
        }
    }

    /// Whether a parameter of a type says which function is called: it is a pointer or a reference to functions.
    pub(crate) fn names_function(&self, t: Ty) -> bool {
        match self.kind(t) {
            TypeKind::Pointer(to) | TypeKind::Reference(to, _) | TypeKind::Member(_, to) => {
                self.function_type(to).is_some()
            }
            _ => false,
        }
    }

    pub(crate) fn record(&mut self, r: RecordId) -> Ty {
        self.intern(TypeKind::Record(r))
    }

    pub(crate) fn new_record(&mut self, namespace: u32, name: String, is_union: bool) -> RecordId {
        self.records.push(Record {
            name,
            fields: Vec::new(),
            size: 0,
            data_size: 0,
            data_end: 0,
            pod: false,
            parts: 0,
            has_bit_fields: false,
            holds_empty: false,
            packed: false,
            align: 1,
            is_union,
            complete: false,
            namespace,
            depth: 0,
            members: Map::default(),
        })
    }

    /// Takes from a class what it was given as its contents.
    pub(crate) fn reopen(&mut self, r: RecordId) {
        if let Some(rec) = self.records.get_mut(r) {
            (rec.complete, rec.size, rec.data_size, rec.align, rec.depth) = (false, 0, 0, 1, 0);
            rec.fields.clear();
            rec.members.clear();
            self.completed += 1;
        }
    }

    pub(crate) fn new_enum(&mut self, namespace: u32, name: String, underlying: Ty) -> Ty {
        let id = self.enums.push(Enum {
            name,
            underlying,
            promoted: underlying,
            fixed: false,
            scoped: false,
            open: false,
            values: Vec::new(),
            namespace,
            class: None,
            listed: Vec::new(),
        });
        self.intern(TypeKind::Enum(id))
    }

    /// The type of a class that is made already.
    pub(crate) fn find_record(&self, r: RecordId) -> Option<Ty> {
        self.index.get(&TypeKind::Record(r)).map(|i| Ty(i << 3))
    }

    /// The type that an enum's values are kept in, where its declaration says so.
    pub(crate) fn fixed_underlying(&self, t: Ty) -> Option<Ty> {
        match self.kind(t) {
            TypeKind::Enum(e) => self.enums.get(e).filter(|e| e.fixed).map(|e| e.underlying),
            _ => None,
        }
    }

    pub(crate) fn get_record(&self, t: Ty) -> Option<(RecordId, &Record)> {
        match self.kind(t) {
            TypeKind::Record(r) => self.records.get(r).map(|x| (r, x)),
            _ => None,
        }
    }

    pub(crate) fn pointee(&self, t: Ty) -> Option<Ty> {
        match self.kind(t) {
            TypeKind::Pointer(p) => Some(p),
            _ => None,
        }
    }

    pub(crate) fn element(&self, t: Ty) -> Option<(Ty, u64)> {
        match self.kind(t) {
            TypeKind::Array(e, n) => Some((e, n)),
            _ => None,
        }
    }

    /// Whether a type is an integer that a pointer becomes: it has room for one, and is no enumeration
    /// ([expr.reinterpret.cast] 4).
    pub(crate) fn holds_pointers(&self, t: Ty) -> bool {
        self.is_integer(t) && self.size(t) == 8 && !matches!(self.kind(t), TypeKind::Enum(_))
    }

    /// A type with more qualifiers; an array's are its elements' ([basic.type.qualifier] 5).
    pub(crate) fn qualified(&mut self, t: Ty, q: u32) -> Ty {
        match self.kind(t) {
            TypeKind::Array(e, n) if q != 0 => {
                let e = self.qualified(e, q);
                self.array(e, n)
            }
            // [dcl.fct] 7
            TypeKind::Function(_) if !wrong!(FunctionsKeepQualifiers) => t,
            // [dcl.ref] 1: by another name, a reference is as it is.
            TypeKind::Reference(..) if !wrong!(ReferencesAreQualified) => {
                t.with(q & !(CONST | VOLATILE))
            }
            _ => t.with(q),
        }
    }

    /// Whether a type is CUDA's `dim3`.
    pub(crate) fn is_dim3(&self, t: Ty) -> bool {
        self.get_record(t).is_some_and(|(_, r)| r.name == "dim3")
    }

    /// What a reference refers to; any other type itself.
    pub(crate) fn referred(&self, t: Ty) -> Ty {
        match self.kind(t) {
            TypeKind::Reference(to, _) => to,
            _ => t,
        }
    }

    /// The type of what an array's elements are at last; any other type itself.
    pub(crate) fn innermost(&self, mut t: Ty) -> Ty {
        while let Some((e, _)) = self.element(t) {
            t = e;
        }
        t
    }

    /// Whether objects of a type keep their value: it is const, and nothing in it is `mutable`.
    pub(crate) fn is_unchanging(&self, t: Ty) -> bool {
        self.qualifiers(t) & CONST != 0 && !self.has_mutable(t)
    }

    fn has_mutable(&self, t: Ty) -> bool {
        self.get_record(self.innermost(t)).is_some_and(|(_, record)| {
            record.fields.iter().any(|field| field.mutable || self.has_mutable(field.ty))
        })
    }

    /// Whether two types are the same but for qualifiers; an array's are its elements'.
    pub(crate) fn same_but_qualified(&self, mut a: Ty, mut b: Ty) -> bool {
        while let (Some((x, n)), Some((y, m))) = (self.element(a), self.element(b)) {
            if n != m {
                return false;
            }
            (a, b) = (x, y);
        }
        a.bare() == b.bare()
    }

    /// Whether a type is `const` and not `volatile`, as an array by its elements: references to it take temporaries.
    pub fn is_const_only(&self, t: Ty) -> bool {
        self.qualifiers(t) & 3 == CONST
    }

    /// The qualifiers of a type; an array's are its elements'.
    pub(crate) fn qualifiers(&self, mut t: Ty) -> u32 {
        let mut q = t.quals();
        while let Some((e, _)) = self.element(t) {
            q |= e.quals();
            t = e;
        }
        q
    }

    /// Size in bytes; 0 for void, functions and what is not complete.
    pub(crate) fn size(&self, t: Ty) -> u64 {
        match self.kind(t) {
            TypeKind::Error
            | TypeKind::Void
            | TypeKind::Overloads
            | TypeKind::Function(_)
            | TypeKind::Braces => 0,
            TypeKind::Bool | TypeKind::Char | TypeKind::SChar | TypeKind::UChar => 1,
            TypeKind::Short | TypeKind::UShort | TypeKind::Char16 => 2,
            TypeKind::Int
            | TypeKind::UInt
            | TypeKind::Float
            | TypeKind::WChar
            | TypeKind::Char32 => 4,
            TypeKind::Member(_, to) if self.function_type(to).is_some() => 16,
            TypeKind::Member(..)
            | TypeKind::Long
            | TypeKind::ULong
            | TypeKind::LongLong
            | TypeKind::ULongLong
            | TypeKind::Double
            | TypeKind::LongDouble
            | TypeKind::NullPtr
            | TypeKind::Pointer(_)
            | TypeKind::Reference(..) => 8,
            TypeKind::Array(e, n) => {
                if n == UNKNOWN {
                    0
                } else {
                    self.size(e).saturating_mul(n)
                }
            }
            TypeKind::Record(r) => self.records.get(r).map_or(0, |r| r.size),
            TypeKind::Enum(e) => self.size(self.underlying(e)),
        }
    }

    /// Size of a class's data, which may end before its padding; other types' size.
    pub(crate) fn data_size(&self, t: Ty) -> u64 {
        match self.kind(t) {
            TypeKind::Record(r) => self.records.get(r).map_or(0, |r| r.data_size),
            _ => self.size(t),
        }
    }

    /// Whether a type is a class without data, or an array of such.
    pub(crate) fn is_empty(&self, t: Ty) -> bool {
        match self.kind(t) {
            TypeKind::Record(_) => self.data_size(t) == 0,
            TypeKind::Array(e, _) => self.is_empty(e),
            _ => false,
        }
    }

    pub(crate) fn underlying(&self, e: EnumId) -> Ty {
        self.enums.get(e).map_or(Ty::INT, |e| e.underlying)
    }

    pub(crate) fn align(&self, t: Ty) -> u64 {
        match self.kind(t) {
            TypeKind::Array(e, _) => self.align(e),
            TypeKind::Record(r) => self.records.get(r).map_or(1, |r| r.align),
            TypeKind::Member(..) => 8,
            _ => self.size(t).max(1),
        }
    }

    /// Whether objects of the type can be made.
    pub(crate) fn is_complete(&self, t: Ty) -> bool {
        match self.kind(t) {
            TypeKind::Void | TypeKind::Overloads | TypeKind::Function(_) | TypeKind::Braces => {
                false
            }
            TypeKind::Array(e, n) => n != UNKNOWN && self.is_complete(e),
            TypeKind::Record(r) => self.records.get(r).is_some_and(|r| r.complete),
            _ => true,
        }
    }

    /// Enums and wide characters as the integer type they are kept in; other types without qualifiers.
    #[inline]
    pub(crate) fn scalar(&self, t: Ty) -> Ty {
        // Most are integers, which stand side by side.
        let bare = t.bare();
        if bare > Ty::CHAR && bare <= Ty::DOUBLE { bare } else { self.scalar_of(t) }
    }

    fn scalar_of(&self, t: Ty) -> Ty {
        match self.kind(t) {
            TypeKind::Enum(e) => self.scalar(self.underlying(e)),
            TypeKind::Char if wrong!(CharIsUnsigned) => Ty::UCHAR,
            TypeKind::WChar => Ty::INT,
            TypeKind::Char16 => Ty::USHORT,
            TypeKind::Char32 => Ty::UINT,
            _ => t.bare(),
        }
    }

    pub(crate) fn is_integer(&self, t: Ty) -> bool {
        let t = self.scalar(t);
        t >= Ty::BOOL && t <= Ty::ULONGLONG
    }

    pub(crate) fn is_float(&self, t: Ty) -> bool {
        matches!(self.kind(t), TypeKind::Float | TypeKind::Double | TypeKind::LongDouble)
    }

    /// An integer that may be added to a pointer ([expr.add] 1).
    pub(crate) fn is_index(&self, t: Ty) -> bool {
        self.is_integer(t) && !self.is_scoped(t)
    }

    pub(crate) fn is_arithmetic(&self, t: Ty) -> bool {
        self.is_integer(t) || self.is_float(t)
    }

    pub(crate) fn is_pointer(&self, t: Ty) -> bool {
        matches!(self.kind(t), TypeKind::Pointer(_) | TypeKind::NullPtr)
    }

    pub(crate) fn is_reference(&self, t: Ty) -> bool {
        matches!(self.kind(t), TypeKind::Reference(..))
    }

    /// The least and the greatest value of an integer type.
    pub(crate) fn range(&self, t: Ty) -> (i128, i128) {
        let bits = 8 * self.size(t);
        match t.bare() {
            Ty::BOOL => (0, 1),
            _ if self.is_signed(t) => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
            _ => (0, (1i128 << bits) - 1),
        }
    }

    pub(crate) fn is_scalar(&self, t: Ty) -> bool {
        self.is_arithmetic(t) || self.is_pointer(t) || self.member_pointee(t).is_some()
    }

    /// An enumeration that nothing converts from or to implicitly.
    pub(crate) fn is_scoped(&self, t: Ty) -> bool {
        matches!(self.kind(t), TypeKind::Enum(e) if self.enums[e].scoped)
    }

    pub(crate) fn is_record(&self, t: Ty) -> bool {
        matches!(self.kind(t), TypeKind::Record(_))
    }

    pub(crate) fn is_signed(&self, t: Ty) -> bool {
        matches!(
            self.kind(self.scalar(t)),
            TypeKind::Char
                | TypeKind::SChar
                | TypeKind::Short
                | TypeKind::Int
                | TypeKind::Long
                | TypeKind::LongLong
        )
    }

    fn rank(t: Ty) -> u32 {
        match t {
            Ty::LONG | Ty::ULONG => 1,
            Ty::LONGLONG | Ty::ULONGLONG => 2,
            _ => 0,
        }
    }

    /// Integer promotion.
    pub(crate) fn promote(&self, t: Ty) -> Ty {
        let t = match self.kind(t) {
            TypeKind::Enum(_) if wrong!(EnumerationsAreInt) => Ty::INT,
            TypeKind::Char32 if wrong!(WideCharactersAreInt) => Ty::INT,
            TypeKind::Enum(e) => self.enums.get(e).map_or(Ty::INT, |e| e.promoted),
            _ => self.scalar(t),
        };
        if wrong!(UnsignedPreserving) && matches!(t, Ty::UCHAR | Ty::USHORT) {
            return Ty::UINT;
        }
        if t >= Ty::BOOL && t <= Ty::USHORT { Ty::INT } else { t }
    }

    /// The integer type of the same width with a sign, or without; other types as they are.
    pub(crate) fn other_sign(&self, t: Ty, signed: bool) -> Ty {
        let pairs = [(Ty::INT, Ty::UINT), (Ty::LONG, Ty::ULONG), (Ty::LONGLONG, Ty::ULONGLONG)];
        let found = pairs.into_iter().find(|p| p.0 == t || p.1 == t);
        found.map_or(t, |p| if signed { p.0 } else { p.1 })
    }

    /// The usual arithmetic conversions.
    pub(crate) fn common(&self, a: Ty, b: Ty) -> Ty {
        let (a, b) = (self.promote(a), self.promote(b));
        if a == Ty::LONGDOUBLE || b == Ty::LONGDOUBLE {
            return Ty::LONGDOUBLE;
        }
        if a == Ty::DOUBLE || b == Ty::DOUBLE {
            return Ty::DOUBLE;
        }
        if a == Ty::FLOAT || b == Ty::FLOAT {
            return if wrong!(FloatArithmeticIsDouble) { Ty::DOUBLE } else { Ty::FLOAT };
        }
        let (ra, rb) = (Types::rank(a), Types::rank(b));
        let (sa, sb) = (self.is_signed(a), self.is_signed(b));
        if sa == sb {
            return if ra >= rb { a } else { b };
        }
        let (signed, rs, unsigned, ru) = if sa { (a, ra, b, rb) } else { (b, rb, a, ra) };
        if ru >= rs {
            if wrong!(SignedWins) && ru == rs {
                return signed;
            }
            unsigned
        } else if self.size(signed) > self.size(unsigned) && !wrong!(LongWithUnsignedIsUnsigned) {
            signed
        } else if signed == Ty::LONGLONG {
            Ty::ULONGLONG
        } else {
            Ty::ULONG
        }
    }

    /// Whether an object of the type holds bit-fields.
    pub(crate) fn has_bit_fields(&self, t: Ty) -> bool {
        self.get_record(self.innermost(t)).is_some_and(|(_, r)| r.has_bit_fields)
    }

    /// What stands in parentheses where a pointer or a reference to a function is written.
    fn function_sign(&self, t: Ty) -> &'static str {
        match self.kind(t) {
            TypeKind::Reference(_, true) => "(&&)",
            TypeKind::Reference(_, false) => "(&)",
            _ if t.is_const() => "(*const)",
            _ => "(*)",
        }
    }

    /// How a function's type is written in messages, with a sign of a pointer to it.
    fn function_name(&self, t: Ty, sign: &str) -> String {
        let Some(f) = self.function_type(t) else { return "function".to_owned() };
        let mut params: Vec<String> = f.params.iter().map(|t| self.name(*t)).collect();
        if f.variadic {
            params.push("...".to_owned());
        }
        format!("{} {sign}({}){}", self.name(f.result), params.join(", "), f.suffix.text())
    }

    /// How the type is written in messages.
    pub(crate) fn name(&self, t: Ty) -> String {
        let mut s = String::new();
        let q = t.quals();
        if !matches!(self.kind(t), TypeKind::Pointer(_)) {
            if q & CONST != 0 {
                s.push_str("const ");
            }
            if q & VOLATILE != 0 {
                s.push_str("volatile ");
            }
        }
        let word = match self.kind(t) {
            TypeKind::Error => "<error>",
            TypeKind::Void => "void",
            TypeKind::Bool => "bool",
            TypeKind::Char => "char",
            TypeKind::SChar => "signed char",
            TypeKind::UChar => "unsigned char",
            TypeKind::Short => "short",
            TypeKind::UShort => "unsigned short",
            TypeKind::Int => "int",
            TypeKind::UInt => "unsigned int",
            TypeKind::Long => "long",
            TypeKind::ULong => "unsigned long",
            TypeKind::LongLong => "long long",
            TypeKind::ULongLong => "unsigned long long",
            TypeKind::Float => "float",
            TypeKind::Double => "double",
            TypeKind::LongDouble => "long double",
            TypeKind::WChar => "wchar_t",
            TypeKind::Char16 => "char16_t",
            TypeKind::Char32 => "char32_t",
            TypeKind::NullPtr => "nullptr_t",
            TypeKind::Member(class, to) => {
                let sign =
                    format!("{}::*{}", self.name(class), if q & CONST != 0 { "const" } else { "" });
                return match self.function_type(to) {
                    Some(_) => self.function_name(to, &format!("({sign})")),
                    None => format!("{} {sign}", self.name(to)),
                };
            }
            TypeKind::Overloads => "function",
            TypeKind::Braces => "list in braces",
            TypeKind::Function(_) => return self.function_name(t, ""),
            TypeKind::Pointer(to) | TypeKind::Reference(to, _)
                if self.function_type(to).is_some() =>
            {
                return self.function_name(to, self.function_sign(t));
            }
            TypeKind::Pointer(to) => {
                s.push_str(&self.name(to));
                s.push_str(if matches!(self.kind(to), TypeKind::Pointer(_)) { "*" } else { " *" });
                if q & CONST != 0 {
                    s.push_str("const");
                }
                return s;
            }
            TypeKind::Reference(to, rvalue) => {
                s.push_str(&self.name(to));
                s.push_str(if rvalue { " &&" } else { " &" });
                return s;
            }
            TypeKind::Array(mut e, n) => {
                let mut dims = String::new();
                let mut len = n;
                loop {
                    if len == UNKNOWN {
                        dims.push_str("[]");
                    } else {
                        dims.push_str(&format!("[{len}]"));
                    }
                    let TypeKind::Array(inner, n) = self.kind(e) else { break };
                    (e, len) = (inner, n);
                }
                return format!("{}{dims}", self.name(e));
            }
            TypeKind::Record(r) => self.records.get(r).map_or("<record>", |r| &r.name),
            TypeKind::Enum(e) => self.enums.get(e).map_or("<enum>", |e| &e.name),
        };
        s.push_str(word);
        s
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions() {
        let t = Types::new();
        assert_eq!(t.promote(Ty::CHAR), Ty::INT);
        assert_eq!(t.promote(Ty::USHORT), Ty::INT);
        assert_eq!(t.common(Ty::INT, Ty::UINT), Ty::UINT);
        assert_eq!(t.common(Ty::LONG, Ty::UINT), Ty::LONG);
        assert_eq!(t.common(Ty::LONGLONG, Ty::ULONG), Ty::ULONGLONG);
        assert_eq!(t.common(Ty::LONG, Ty::ULONGLONG), Ty::ULONGLONG);
        assert_eq!(t.common(Ty::SHORT, Ty::BOOL), Ty::INT);
        assert_eq!(t.common(Ty::LONG, Ty::FLOAT), Ty::FLOAT);
        assert_eq!(t.common(Ty::FLOAT, Ty::DOUBLE), Ty::DOUBLE);
    }

    #[test]
    fn names() {
        let mut t = Types::new();
        let p = t.pointer(Ty::FLOAT.with(CONST));
        let pp = t.pointer(p);
        let a = t.array(Ty::INT, 3);
        let aa = t.array(a, 2);
        assert_eq!(t.name(p), "const float *");
        assert_eq!(t.name(pp), "const float **");
        assert_eq!(t.name(aa), "int[2][3]");
        assert_eq!(t.size(aa), 24);
        assert_eq!(t.pointer(Ty::FLOAT.with(CONST)), p);
    }
}
