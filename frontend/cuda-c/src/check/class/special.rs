//! Special member functions: what every class has, declared or not ([special], [class.ctor], [class.copy]).
//!
//! Idea: a default constructor, copy and move constructors and assignments that the source leaves to the compiler are
//! functions like the user's, declared when their class's set is first asked for, so that overload resolution finds them.
//! A trivial one is never called: it copies bytes, or does nothing. One that is not has a body made member by member.

use std::rc::Rc;

use optx_source::Span;

use crate::{
    ast::{BinaryOp, Flags, MemberAccess, MemberKind, RefQualifier, Stmt},
    check::{
        Body, Checker, DeclarationPlace, Function, Home, Membership, Origin, ParamInfo, Signature,
        Usage, body::E, class::MethodSet, template::TArg,
    },
    intern::Symbol,
    typed::{FunctionId, LocalId, TKind, TStmt, TStmtKind, TUnroll},
    types::{CONST, Field, RecordId, Ty, TypeKind},
    words,
};

/// A special member function that the compiler makes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Special {
    DefaultConstructor,
    CopyConstructor,
    MoveConstructor,
    CopyAssignment,
    MoveAssignment,
}

impl Special {
    pub(super) fn is_constructor(self) -> bool {
        !matches!(self, Special::CopyAssignment | Special::MoveAssignment)
    }

    pub fn is_move(self) -> bool {
        matches!(self, Special::MoveConstructor | Special::MoveAssignment)
    }
}

/// Which of a class's special members its source declares.
#[derive(Clone, Copy, Default, Debug)]
struct Declared {
    any_constructor: bool,
    copy_constructor: bool,
    move_constructor: bool,
    copy_assignment: bool,
    move_assignment: bool,
    destructor: bool,
}

/// A member function that the compiler makes.
pub(super) struct Implicit<'a> {
    pub name: Symbol,
    pub kind: MemberKind,
    pub result: Ty,
    /// The object it is called for is the first.
    pub params: Vec<ParamInfo<'a>>,
    pub special: Option<Special>,
    pub deleted: bool,
    /// `None` where it is made when it is used.
    pub body: Option<&'a Stmt<'a>>,
}

impl<'a> Checker<'a, '_> {
    /// Which special member a function is, by its parameters.
    pub(in crate::check) fn special_of(&self, f: FunctionId) -> Option<Special> {
        let info = self.functions.get(f)?;
        let class = self.types_record(info.membership.class?)?;
        let constructor = info.membership.kind == MemberKind::Constructor;
        if !constructor && info.name != words::OP_ASSIGN || info.origin.template.is_some() {
            return None;
        }
        let rest = info.signature.params.get(1..)?;
        let Some((first, more)) = rest.split_first() else {
            return constructor.then_some(Special::DefaultConstructor);
        };
        if !more.iter().all(|p| p.default.is_some()) {
            return None;
        }
        let (to, rvalue) = match self.types.kind(first.ty) {
            TypeKind::Reference(r, rvalue) => (r, rvalue),
            _ if !constructor => (first.ty, false),
            _ => {
                return (constructor && first.default.is_some())
                    .then_some(Special::DefaultConstructor);
            }
        };
        if to.bare() != class {
            return (constructor && first.default.is_some()).then_some(Special::DefaultConstructor);
        }
        Some(match (constructor, rvalue) {
            (true, false) => Special::CopyConstructor,
            (true, true) => Special::MoveConstructor,
            (false, false) => Special::CopyAssignment,
            (false, true) => Special::MoveAssignment,
        })
    }

    /// Whether one argument would go to a constructor as an object of its own class: to make that object is what the
    /// constructor is called for ([class.copy.ctor] 5).
    pub(in crate::check) fn copies_by_value(&self, f: FunctionId) -> bool {
        let Some(info) = self.functions.get(f) else { return false };
        let class =
            info.membership.class.filter(|_| info.membership.kind == MemberKind::Constructor);
        let Some(class) = class.and_then(|c| self.types_record(c)) else { return false };
        info.own_params().split_first().is_some_and(|(first, more)| {
            first.ty.bare() == class.bare() && more.iter().all(|p| p.default.is_some())
        })
    }

    pub(in crate::check) fn types_record(&self, r: RecordId) -> Option<Ty> {
        self.types.find_record(r)
    }

    /// Whether the class's source has a copy or move assignment of its own.
    pub(super) fn copies_itself(&mut self, r: RecordId) -> bool {
        let set = self.declared_methods(r, words::OP_ASSIGN, MemberKind::Method);
        set.functions.iter().any(|f| {
            let own = self.functions.get(*f).is_some_and(|f| f.origin.special.is_none());
            let copies = matches!(
                self.special_of(*f),
                Some(Special::CopyAssignment | Special::MoveAssignment)
            );
            own && copies
        })
    }

    fn declared_special(&mut self, r: RecordId) -> Declared {
        let Some(c) = self.classes.all.get(&r) else { return Declared::default() };
        let own = |f: &&crate::ast::MemberFunction| !f.flags.has(Flags::FRIEND);
        let any = |k: MemberKind| c.spec.functions.iter().filter(own).any(|f| f.kind == k);
        let assignment =
            c.spec.functions.iter().filter(own).any(|f| f.name.sym == words::OP_ASSIGN);
        let mut d = Declared {
            any_constructor: any(MemberKind::Constructor),
            destructor: any(MemberKind::Destructor),
            ..Declared::default()
        };
        let mut seen = Vec::new();
        if d.any_constructor {
            let name = c.spec.name.sym;
            seen.extend(self.declared_methods(r, name, MemberKind::Constructor).functions.clone());
        }
        if assignment {
            seen.extend(
                self.declared_methods(r, words::OP_ASSIGN, MemberKind::Method).functions.clone(),
            );
        }
        for f in seen {
            match self.special_of(f) {
                Some(Special::CopyConstructor) => d.copy_constructor = true,
                Some(Special::MoveConstructor) => d.move_constructor = true,
                Some(Special::CopyAssignment) => d.copy_assignment = true,
                Some(Special::MoveAssignment) => d.move_assignment = true,
                _ if wrong!(AnyAssignmentIsCopy) && self.functions[f].name == words::OP_ASSIGN => {
                    d.copy_assignment = true;
                }
                _ => {}
            }
        }
        d
    }

    /// Adds the special members that the source does not declare ([class.ctor] 4, [class.copy.ctor] 6 and 8,
    /// [class.copy.assign] 2 and 4).
    pub(super) fn add_implicit(&mut self, r: RecordId, constructors: bool, set: &mut MethodSet) {
        let d = self.declared_special(r);
        let mut add = |cx: &mut Self, s: Special, deleted: bool| {
            let deleted = deleted || cx.member_lacks(r, s);
            // A move that would be deleted is not declared: the copy stands in.
            if deleted && s.is_move() {
                return;
            }
            if let Some(f) = cx.declare_special(r, s, deleted) {
                set.functions.push(f);
            }
        };
        let moved = d.move_constructor || d.move_assignment;
        let no_moves = !moved && !d.copy_constructor && !d.copy_assignment && !d.destructor;
        if constructors {
            if !d.any_constructor {
                add(self, Special::DefaultConstructor, false);
            }
            if !d.copy_constructor {
                add(self, Special::CopyConstructor, moved);
            }
            if no_moves {
                add(self, Special::MoveConstructor, false);
            }
        } else {
            if !d.copy_assignment {
                add(self, Special::CopyAssignment, moved);
            }
            if no_moves {
                add(self, Special::MoveAssignment, false);
            }
        }
    }

    /// Deletes what the source defaults and nothing could do ([class.ctor] 5, [class.copy.ctor] 10, [class.copy.assign] 7):
    /// such a move takes no part in overload resolution. So is a copy from a constant that a member does not allow.
    pub(super) fn delete_defaulted(&mut self, r: RecordId, set: &mut MethodSet) {
        for f in std::mem::take(&mut set.functions) {
            let info = &self.functions[f];
            let (own, class) = (info.origin.special, info.membership.class);
            let Some(s) = own.filter(|_| class == Some(r) && !info.signature.deleted) else {
                set.functions.push(f);
                continue;
            };
            let constant = |p: &ParamInfo<'_>| match self.types.kind(p.ty) {
                TypeKind::Reference(to, _) => to.is_const(),
                _ => false,
            };
            let fixed = !s.is_move() && info.signature.params.get(1).is_some_and(constant);
            let lacks = self.member_lacks(r, s) || fixed && !self.copies_constants(r, s);
            if lacks && s.is_move() {
                continue;
            }
            self.functions[f].signature.deleted = lacks;
            set.functions.push(f);
        }
    }

    /// Whether each base and member can be copied from a constant ([class.copy.ctor] 7, [class.copy.assign] 2).
    fn copies_constants(&mut self, r: RecordId, s: Special) -> bool {
        self.parts(r).into_iter().all(|(t, _)| {
            let Some(part) = self.class_id(t).filter(|c| self.classes.all.contains_key(c)) else {
                return true;
            };
            let list = self.special_functions(part, s);
            let open = |f: &FunctionId| {
                let parameter = self.functions[*f].signature.params.get(1);
                let to = parameter.map(|p| self.types.kind(p.ty));
                !matches!(to, Some(TypeKind::Reference(to, false)) if !to.is_const())
            };
            list.is_empty() || list.iter().any(open)
        })
    }

    fn declare_special(&mut self, r: RecordId, s: Special, deleted: bool) -> Option<FunctionId> {
        let class = self.types_record(r)?;
        let c = self.classes.all.get(&r)?;
        let name = c.spec.name;
        let this = self.types.pointer(class);
        let mut params = vec![ParamInfo {
            name: words::THIS,
            ty: this,
            default: None,
            plain: false,
            span: name.span,
        }];
        if s != Special::DefaultConstructor {
            let fixed = !s.is_move() && self.copies_constants(r, s);
            let to = if fixed { class.with(CONST) } else { class };
            let ty = self.types.reference(to, s.is_move());
            params.push(ParamInfo {
                name: words::EMPTY,
                ty,
                default: None,
                plain: false,
                span: name.span,
            });
        }
        let constructor = s.is_constructor();
        let result = if constructor { Ty::VOID } else { self.types.reference(class, false) };
        self.implicit_member(
            r,
            Implicit {
                name: if constructor { name.sym } else { words::OP_ASSIGN },
                kind: if constructor { MemberKind::Constructor } else { MemberKind::Method },
                result,
                params,
                special: Some(s),
                deleted,
                body: None,
            },
        )
    }

    /// Declares a member function that the compiler makes for both sides.
    pub(super) fn implicit_member(&mut self, r: RecordId, f: Implicit<'a>) -> Option<FunctionId> {
        let c = self.classes.all.get(&r)?;
        let (span, env, namespace) = (c.spec.name.span, c.env.clone(), c.namespace);
        let library = self.library_list(c.spec.list);
        Some(self.functions.push(Function {
            name: f.name,
            flags: Flags(Flags::DEVICE | Flags::HOST),
            body: f.body,
            span,
            launch_bounds: None,
            env,
            signature: Signature {
                result: f.result,
                deduced: None,
                params: f.params,
                packs: Vec::new(),
                variadic: false,
                noexcept: None,
                deleted: f.deleted,
                in_place: false,
            },
            origin: Origin {
                special: f.special,
                inherits: None,
                template: None,
                args: Rc::from([] as [TArg; 0]),
                known: None,
                library,
            },
            membership: Membership {
                class: Some(r),
                has_this: true,
                qualifier: RefQualifier::None,
                kind: f.kind,
                access: MemberAccess::Public,
                inits: &[],
            },
            usage: Usage::default(),
            home: Home { namespace, place: DeclarationPlace::default(), hidden: false },
        }))
    }

    /// Adds the constructors of a base that `using B::B;` makes the class's own, but for those that it declares itself
    /// and for copies ([namespace.udecl], [over.match.funcs] 8).
    pub(super) fn add_inherited(&mut self, r: RecordId, base: Ty, set: &mut MethodSet) {
        let Some(b) = self.class_id(base) else { return };
        let Some(name) = self.classes.all.get(&b).map(|c| c.spec.name.sym) else { return };
        let inherited = self.methods(b, name, MemberKind::Constructor);
        for &f in &inherited.functions {
            let copy = Some(Special::CopyConstructor);
            if self.special_of(f) == copy || self.special_of(f) == Some(Special::MoveConstructor) {
                continue;
            }
            let of = &self.functions[f].signature.params;
            let hidden = set.functions.iter().any(|g| {
                let own = &self.functions[*g].signature.params;
                own.len() == of.len()
                    && own.iter().zip(of).skip(1).all(|(a, b)| a.ty.bare() == b.ty.bare())
            });
            if !hidden {
                set.functions.extend(self.inherited_constructor(r, f));
            }
        }
    }

    /// A function, or the constructor of a base that an inherited one is declared as.
    pub(in crate::check) fn declared_id(&self, mut f: FunctionId) -> FunctionId {
        while let Some(of) = self.functions[f].origin.inherits {
            f = of;
        }
        f
    }

    /// What [`Checker::declared_id`] names.
    pub(in crate::check) fn declared_function(&self, f: FunctionId) -> &Function<'a> {
        &self.functions[self.declared_id(f)]
    }

    /// The constructor of a class that hands its arguments on to one of a base.
    pub(in crate::check) fn inherited_constructor(
        &mut self,
        r: RecordId,
        f: FunctionId,
    ) -> Option<FunctionId> {
        if let Some(known) = self.classes.inherited.get(&(r, f)) {
            return Some(*known);
        }
        let class = self.types_record(r)?;
        let this = self.types.pointer(class);
        let c = self.classes.all.get(&r)?;
        let mut made = self.functions.get(f)?.clone();
        if let Some(p) = made.signature.params.first_mut() {
            p.ty = this;
        }
        (made.name, made.env) = (c.spec.name.sym, c.env.clone());
        (made.body, made.membership.class, made.origin.inherits) = (None, Some(r), Some(f));
        made.origin.special = None;
        (made.usage.used, made.usage.calls, made.membership.inits) = (None, Vec::new(), &[]);
        let id = self.functions.push(made);
        self.classes.inherited.insert((r, f), id);
        Some(id)
    }

    /// The functions of a class among which its special members of a kind are: its constructors, or its assignments.
    fn special_set(&mut self, r: RecordId, s: Special) -> Rc<MethodSet> {
        match s.is_constructor() {
            true => self.methods(r, words::EMPTY, MemberKind::Constructor),
            false => self.methods(r, words::OP_ASSIGN, MemberKind::Method),
        }
    }

    /// The function of a class that does a special member's work: its own, or for a move that it lacks the copy.
    fn special_function(&mut self, r: RecordId, s: Special) -> Option<FunctionId> {
        let set = self.special_set(r, s);
        let find = |cx: &Self, s: Special| {
            set.functions.iter().copied().find(|f| cx.special_of(*f) == Some(s))
        };
        find(self, s).or_else(|| match s {
            Special::MoveConstructor => find(self, Special::CopyConstructor),
            Special::MoveAssignment => find(self, Special::CopyAssignment),
            _ => None,
        })
    }

    /// The classes of a class's bases and members, arrays' elements among them.
    pub(in crate::check) fn parts(&self, r: RecordId) -> Vec<(Ty, Field)> {
        let Some(rec) = self.types.records.get(r) else { return Vec::new() };
        rec.fields.iter().map(|f| (self.types.innermost(f.ty), f.clone())).collect()
    }

    /// Whether a base or member has no such special member that could be called.
    fn member_lacks(&mut self, r: RecordId, s: Special) -> bool {
        if self.closure_lacks(r, s) {
            return true;
        }
        let inits = self.classes.all.get(&r).map(|c| c.inits.clone()).unwrap_or_default();
        let is_union = self.types.records.get(r).is_some_and(|x| x.is_union);
        // Nobody knows which member of a union it would have to make or copy ([class.ctor] 5.1, [class.copy.ctor] 10.1).
        if is_union && (s != Special::DefaultConstructor || inits.is_empty()) {
            return self.parts(r).into_iter().any(|(t, _)| !self.is_trivial(t, s));
        }
        self.parts(r).into_iter().any(|(t, f)| {
            let given = inits.iter().any(|i| i.0 == f.name && f.name != words::EMPTY);
            match s {
                Special::CopyAssignment | Special::MoveAssignment => {
                    let fixed =
                        t.is_const() && f.name != words::EMPTY || self.types.is_reference(t);
                    if fixed {
                        return true;
                    }
                }
                Special::DefaultConstructor if given => return false,
                Special::DefaultConstructor => {
                    // A constant that nothing gives a value ([class.ctor] 5).
                    let fixed = t.is_const() && f.name != words::EMPTY && !self.sets_itself(t);
                    if fixed || self.types.is_reference(t) {
                        return true;
                    }
                }
                _ => {}
            }
            let Some(c) = self.class_id(t).filter(|c| self.classes.all.contains_key(c)) else {
                return false;
            };
            match self.special_function(c, s) {
                Some(f) => self.functions[f].signature.deleted || self.takes_no_rvalue(f, s),
                None => true,
            }
        })
    }

    /// Whether a copy that stands in for a move takes what could be changed alone ([over.ics.ref] 3).
    fn takes_no_rvalue(&self, f: FunctionId, s: Special) -> bool {
        let parameter = self.functions[f].signature.params.get(1).map(|p| self.types.kind(p.ty));
        s.is_move()
            && matches!(parameter, Some(TypeKind::Reference(to, false)) if !to.is_const())
            && !wrong!(CopiesOfChangeableMove)
    }

    /// Whether a constant of the type needs no initialiser: its default constructor is the user's own, or each member has
    /// an initial value ([dcl.init] 7).
    pub(in crate::check) fn sets_itself(&mut self, t: Ty) -> bool {
        let t = self.types.innermost(t);
        let Some(r) = self.class_id(t) else { return false };
        if let Some(known) = self.classes.set_themselves.get(&r) {
            return *known;
        }
        let sets = self.class_sets_itself(r);
        if self.types.records.get(r).is_some_and(|r| r.complete) {
            self.classes.set_themselves.insert(r, sets);
        }
        sets
    }

    fn class_sets_itself(&mut self, r: RecordId) -> bool {
        let Some(inits) = self.classes.all.get(&r).map(|c| c.inits.clone()) else { return true };
        let own = self.special_function(r, Special::DefaultConstructor);
        if own.is_some_and(|f| self.functions[f].origin.special.is_none()) {
            return true;
        }
        let given = |f: &Field| inits.iter().any(|i| i.0 == f.name && f.name != words::EMPTY);
        if self.types.records.get(r).is_some_and(|x| x.is_union) {
            return !inits.is_empty();
        }
        self.parts(r).into_iter().all(|(t, f)| given(&f) || self.sets_itself(t))
    }

    /// The functions of a class that are such special members, its own and the compiler's.
    pub(in crate::check) fn special_functions(
        &mut self,
        r: RecordId,
        s: Special,
    ) -> Vec<FunctionId> {
        let set = self.special_set(r, s);
        set.functions.iter().copied().filter(|f| self.special_of(*f) == Some(s)).collect()
    }

    /// Whether a special member of a class does nothing but copy bytes, or nothing at all.
    pub(in crate::check) fn is_trivial(&mut self, t: Ty, s: Special) -> bool {
        let t = self.types.innermost(t);
        let Some(r) = self.class_id(t).filter(|r| self.classes.all.contains_key(r)) else {
            return true;
        };
        if let Some(known) = self.classes.trivial.get(&(r, s)) {
            return *known;
        }
        // What has no move is copied, and so are its parts, be they moved otherwise.
        let found = self.special_function(r, s);
        let other = found.and_then(|f| self.functions[f].origin.special);
        if let Some(copy) = other.filter(|o| *o != s && !wrong!(CopiesMoveParts)) {
            return self.is_trivial(t, copy);
        }
        // A class within itself is an error told elsewhere.
        self.classes.trivial.insert((r, s), true);
        let own = match found {
            Some(f) => {
                let f = &self.functions[f];
                let made = s != Special::DefaultConstructor || !f.signature.deleted;
                f.origin.special.is_some() && (made || wrong!(DeletedIsTrivial))
            }
            // A class without one has other constructors; making an object of it does something.
            None => false,
        };
        let plain = match s {
            Special::DefaultConstructor => {
                self.classes.all.get(&r).is_none_or(|c| c.inits.is_empty())
            }
            _ => true,
        };
        let bytes = wrong!(ImplicitCopiesAreBytes) && s == Special::CopyConstructor
            || wrong!(ImplicitAssignmentIsBytes) && s == Special::CopyAssignment
            || wrong!(DefaultedIsTrivial)
                && self
                    .classes
                    .all
                    .get(&r)
                    .is_some_and(|c| c.spec.functions.iter().any(|f| f.defaulted));
        let trivial = own
            && plain
            && (bytes || self.parts(r).into_iter().all(|(t, _)| self.is_trivial_part(t, s)));
        self.classes.trivial.insert((r, s), trivial);
        trivial
    }

    /// The same of a base or member of a class whose special member it is about. One that has nothing to move it but a copy
    /// may have a template that fits better ([class.copy.assign] 12).
    fn is_trivial_part(&mut self, t: Ty, s: Special) -> bool {
        let moves = matches!(s, Special::MoveConstructor | Special::MoveAssignment);
        if moves
            && !wrong!(MovesSeeNoTemplates)
            && let Some(r) = self.class_id(self.types.innermost(t))
            && let Some(f) = self.special_function(r, s)
            && self.special_of(f) != Some(s)
            && self.has_special_templates(r, s)
        {
            return false;
        }
        self.is_trivial(t, s)
    }

    /// Whether templates of a class may do a special member's work.
    pub(in crate::check) fn has_special_templates(&mut self, r: RecordId, s: Special) -> bool {
        !self.special_set(r, s).templates.is_empty()
    }

    /// Whether objects of the type are passed and returned by their address: copying or destroying them does something
    /// (Itanium C++ ABI, 3.1.1 and 3.1.3).
    pub(crate) fn by_address(&mut self, t: Ty) -> bool {
        self.types.is_record(t)
            && (self.is_destroyed(t)
                || !(self.is_trivial(t, Special::CopyConstructor)
                    && self.is_trivial(t, Special::MoveConstructor)))
    }
}

impl<'t> Body<'_, '_, 't, '_> {
    /// The constructor that makes an object of nothing.
    pub(super) fn default_constructor(&mut self, ty: Ty) -> Option<FunctionId> {
        let set = self.constructors_for(ty, &[]);
        self.choose(&set, &[], None).ok()
    }

    /// Whether making an object of nothing does nothing although the class's source has a constructor for it: without
    /// parameters, initialisers and statements, and so for its bases and members (CUDA C++ Programming Guide, "Device
    /// Memory Space Specifiers": an empty constructor).
    pub(in crate::check) fn is_empty_constructor(&mut self, ty: Ty) -> bool {
        let mut ty = ty;
        while let Some((e, _)) = self.cx.types.element(ty) {
            ty = e;
        }
        let Some(r) = self.cx.class_id(ty).filter(|r| self.cx.classes.all.contains_key(r)) else {
            return true;
        };
        if self.cx.is_trivial(ty, Special::DefaultConstructor) {
            return true;
        }
        if let Some(known) = self.cx.classes.empty_constructors.get(&r) {
            return *known;
        }
        let Some(f) = self.default_constructor(ty) else { return false };
        let info = &self.cx.functions[f];
        let empty = match (info.body, info.origin.special) {
            (Some(body), _) => {
                matches!(body.kind, crate::ast::StmtKind::Block { list: [], .. })
                    && info.membership.inits.is_empty()
                    && info.signature.params.len() == 1
            }
            (None, special) => special.is_some(),
        };
        let plain = self.cx.classes.all.get(&r).is_none_or(|c| c.inits.is_empty());
        let empty = empty
            && plain
            && self.cx.parts(r).into_iter().all(|(t, _)| self.is_empty_constructor(t));
        self.cx.classes.empty_constructors.insert(r, empty);
        empty
    }

    /// The body of a special member that is not trivial: its bases and members, in order.
    pub(in crate::check) fn special_body(
        &mut self,
        r: RecordId,
        s: Special,
        other: Option<LocalId>,
        span: Span,
        out: &mut Vec<TStmt<'t>>,
    ) {
        if s == Special::DefaultConstructor {
            self.constructor_prologue(r, &[], span, out);
            return;
        }
        let (Some(this), Some(other)) = (self.this_object(span), other) else { return };
        let from = self.entity_value(crate::check::Entity::Local(other), words::EMPTY, span);
        let from = if s.is_move() { self.as_xvalue(from) } else { from };
        let class = self.cx.types.record(r);
        if self.cx.types.get_record(class).is_some_and(|(_, r)| r.is_union)
            || self.cx.is_trivial(class, s)
        {
            let value = self.mk(TKind::Load(from), class, span);
            let kind = if s.is_constructor() {
                TKind::Init(this, value)
            } else {
                TKind::Assign(this, value)
            };
            let e = self.mk(kind, Ty::VOID, span);
            out.push(TStmt { kind: TStmtKind::Expr(e), span });
        } else {
            let fields = self.cx.types.records[r].fields.clone();
            for f in fields {
                if wrong!(BaseAssignmentStandsIn) && s == Special::CopyAssignment && !f.base {
                    continue;
                }
                let to = self.raw_field(this, &f);
                let value = self.raw_field(from, &f);
                self.expected.making_base = f.base.then_some((f.ty, span));
                self.special_part(to, value, s, span, out);
            }
        }
        if !s.is_constructor() {
            let address = self.address(this);
            out.push(TStmt { kind: TStmtKind::Return(Some(address)), span });
        }
    }

    /// Copies, moves or assigns one part; arrays of classes element by element.
    fn special_part(
        &mut self,
        to: E<'t>,
        from: E<'t>,
        s: Special,
        span: Span,
        out: &mut Vec<TStmt<'t>>,
    ) {
        if let Some((elem, n)) = self.cx.types.element(to.ty) {
            if !self.cx.is_trivial(elem, s) {
                self.each_element((to, from), elem, n, span, out, s);
                return;
            }
            // An array as a whole: bytes.
            let bare = to.ty.bare();
            let value = self.mk(TKind::Load(from), bare, span);
            let e = self.mk(TKind::Init(to, value), Ty::VOID, span);
            out.push(TStmt { kind: TStmtKind::Expr(e), span });
            return;
        }
        let e = if s.is_constructor() {
            // [class.copy.ctor] 14: directly, by an explicit constructor too.
            let value = match wrong!(MembersAreCopyInitialised) {
                false => self.direct_initial(vec![from], to.ty.bare(), span),
                true => self.copy_initial(from, to.ty.bare()),
            };
            self.mk(TKind::Init(to, value), Ty::VOID, span)
        } else {
            self.assign_value(to, from, span, span)
        };
        if !e.ty.is_error() {
            out.push(TStmt { kind: TStmtKind::Expr(e), span });
        }
    }

    /// `for (i = 0; i < n; ++i)` on two arrays.
    fn each_element(
        &mut self,
        (to, from): (E<'t>, E<'t>),
        elem: Ty,
        n: u64,
        span: Span,
        out: &mut Vec<TStmt<'t>>,
        s: Special,
    ) {
        let size = self.cx.types.size(elem);
        let l = self.temporary(Ty::ULONG, span);
        let counter = self.mk_lvalue(TKind::Local(l), Ty::ULONG, span);
        let index = self.mk(TKind::Load(counter), Ty::ULONG, span);
        let element = |b: &mut Self, array: E<'t>| {
            let first = b.rvalue(array);
            let at = b.pointer_add(first, index, size, false, span);
            b.mk_as(TKind::Deref(at), elem.with(array.ty.quals() & 3), array.category, span)
        };
        let (to, from) = (element(self, to), element(self, from));
        let mut body = Vec::new();
        self.special_part(to, from, s, span, &mut body);
        let zero = self.int(0, Ty::ULONG, span);
        let init = vec![TStmt { kind: TStmtKind::Init(l, zero), span }];
        let end = self.int(n as i64, Ty::ULONG, span);
        let cond = self.mk(TKind::Compare(BinaryOp::Lt, index, end), Ty::BOOL, span);
        let step = TKind::IncDec { target: counter, inc: true, prefix: true, size: 0 };
        let step = Some(self.mk(step, Ty::ULONG, span));
        let (next, end) = (self.new_label(), self.new_label());
        let kind = TStmtKind::For {
            init,
            cond: Some(cond),
            step,
            body: Box::new(TStmt { kind: TStmtKind::Block(body), span }),
            next,
            end,
            unroll: TUnroll::Unsaid,
        };
        out.push(TStmt { kind, span });
    }

    /// An object as one whose resources may be taken.
    pub(in crate::check) fn as_xvalue(&mut self, e: E<'t>) -> E<'t> {
        self.mk_as(e.kind, e.ty, crate::typed::Category::Xvalue, e.span)
    }

    /// A member as the storage that it has: a reference is the pointer that it is kept as.
    pub(in crate::check) fn raw_field(&mut self, object: E<'t>, f: &Field) -> E<'t> {
        let ty = match self.cx.types.kind(f.ty) {
            TypeKind::Reference(to, _) => self.cx.types.pointer(to),
            _ => f.ty.with(object.ty.quals() & 3),
        };
        self.part(object, f.offset, f.bits, ty)
    }
}
