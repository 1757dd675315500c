//! Structs, unions and enums.

use optx_source::{Span, code};

use super::{Failed, Parse, Parser, attribute::Attributes, index::ItemKind, member::access_word};
use crate::{
    ast::{
        Base, BaseSpec, Declaration, EnumSpec, Enumerator, Flags, Known, MemberAccess,
        MemberFunction, Name, Packed, Path, RecordSpec, Spec, Tag, TemplateArg,
    },
    intern::Symbol,
    token::Tok,
    words,
};

/// How a class begins.
enum Head<'a> {
    /// It is named only.
    Name(Base<'a>),
    /// Its members follow.
    Members(Box<Record<'a>>, Attributes<'a>),
}

/// A class whose members are being read.
struct Record<'a> {
    tag: Tag,
    name: Name,
    class: Option<&'a Spec<'a>>,
    path: Option<&'a Path<'a>>,
    template_args: Option<&'a [TemplateArg<'a>]>,
    is_final: bool,
    bases: &'a [BaseSpec<'a>],
    pack: u8,
    known: &'a [(Symbol, Known)],
    /// Of the members that follow.
    access: MemberAccess,
    members: Vec<Declaration<'a>>,
    functions: Vec<MemberFunction>,
    friends: Vec<&'a Spec<'a>>,
    guides: Vec<Declaration<'a>>,
    span: Span,
}

impl<'a> Parser<'a, '_, '_> {
    /// `struct ...` or `union ...`. What nests in classes takes little stack: the head and the end are apart.
    pub(super) fn record(&mut self) -> Parse<Base<'a>> {
        let (mut r, attributes) = match self.record_head()? {
            Head::Name(base) => return Ok(base),
            Head::Members(r, attributes) => (r, attributes),
        };
        self.enter()?;
        let was = std::mem::replace(&mut self.in_record, true);
        let scope = self.scope();
        self.members(&mut r)?;
        self.end_scope(scope);
        self.in_record = was;
        self.leave();
        self.end_record(*r, attributes)
    }

    /// A class up to its `{`, or to where a class without members ends.
    fn record_head(&mut self) -> Parse<Head<'a>> {
        let word = self.bump();
        let tag = if word.sym == words::UNION { Tag::Union } else { Tag::Struct };
        let access =
            if word.sym == words::CLASS { MemberAccess::Private } else { MemberAccess::Public };
        let attributes = self.attributes_before()?;
        let t = self.tok();
        let before = self.before_name()?;
        let name = if self.kind() == Tok::Ident && !words::is_keyword(self.tok().sym) {
            let t = self.bump();
            Name { sym: t.sym, span: t.span }
        } else {
            Name { sym: words::EMPTY, span: word.span }
        };
        let mut template_args = None;
        if self.kind() == Tok::Lt
            && name.sym != words::EMPTY
            && (before.class.is_some()
                || self.input.index.has_template_of(name.sym, &[ItemKind::TypeTemplate]))
        {
            template_args = Some(self.template_args()?);
        }
        if self.kind() == Tok::Lt
            && self.in_record
            && self.input.index.is_member_template(name.sym)
            && self.after_angles(0).is_some_and(|k| {
                let after = self.ahead(k);
                matches!(after.kind, Tok::LBrace | Tok::Colon | Tok::Semi) || after.is(words::FINAL)
            })
        {
            template_args = Some(self.template_args()?);
        }
        let is_final = self.eat_word(words::FINAL);
        let bases = if self.kind() == Tok::Colon && !self.in_record_field() {
            self.bases(access)?
        } else {
            &[]
        };
        if self.kind() != Tok::LBrace {
            if let Some(class) = before.class {
                let args = template_args.unwrap_or(&[]);
                return Ok(Head::Name(Base::Nested(class, name, args)));
            }
            self.tag_path = before.path;
            if let Some(args) = template_args {
                return Ok(Head::Name(Base::Template(name, args)));
            }
            if name.sym == words::EMPTY {
                return Err(self.error(code::EXPECTED, t.span, "a struct needs a name or members"));
            }
            // `struct X;` declares one ([dcl.type.elab] 2).
            if self.in_record && self.kind() == Tok::Semi {
                self.member_types.insert(name.sym, ());
            } else if self.kind() == Tok::Semi && self.scope() > 0 {
                self.declare_tag(name.sym);
            }
            return Ok(Head::Name(Base::Tag(tag, name.sym)));
        }
        let qualified = before.class.is_some() || before.path.is_some();
        if !qualified && name.sym != words::EMPTY && (self.scope() > 0 || self.in_record) {
            self.declare_tag(name.sym);
        }
        let pack = self.bump().pack();
        let mut known: Vec<(Symbol, Known)> = self.local.iter().map(|(s, t)| (*s, *t)).collect();
        known.sort_unstable();
        let known = self.arenas().known.alloc_extend(known);
        let (members, functions, friends) = (Vec::new(), Vec::new(), Vec::new());
        let span = word.span;
        let r = Record {
            tag,
            name,
            class: before.class,
            path: before.path,
            template_args,
            is_final,
            bases,
            pack,
            known,
            access,
            members,
            functions,
            friends,
            guides: Vec::new(),
            span,
        };
        Ok(Head::Members(Box::new(r), attributes))
    }

    /// The members of a class, up to its `}`.
    fn members(&mut self, r: &mut Record<'a>) -> Parse<()> {
        while !matches!(self.kind(), Tok::RBrace | Tok::Eof) {
            let t = self.tok();
            if t.kind == Tok::Ident
                && self.ahead(1).kind == Tok::Colon
                && let Some(a) = access_word(t.sym)
            {
                r.access = a;
                self.bump();
                self.bump();
                continue;
            }
            if self.eat(Tok::Semi) {
                continue;
            }
            if let Some(f) = self.cut_member(r.name.sym) {
                r.functions.push(MemberFunction { access: r.access, ..f });
                continue;
            }
            if self.at_guide() {
                match self.guide() {
                    Ok(d) => r.guides.push(d),
                    Err(Failed) => self.recover(),
                }
                continue;
            }
            if t.is(words::STATIC_ASSERT) || t.is(words::STATIC_ASSERT_C) {
                let read = self.assertion();
                self.member(r, read);
                continue;
            }
            let template = t.is(words::TEMPLATE) && self.ahead(1).kind == Tok::Lt;
            let read = if template { self.member_template() } else { self.declaration(false) };
            self.member(r, read);
        }
        Ok(())
    }

    /// Takes in a member that is not a function.
    fn member(&mut self, r: &mut Record<'a>, read: Parse<Declaration<'a>>) {
        match read {
            Ok(d) if d.spec.flags.has(Flags::FRIEND) => {
                if let Some(x) = d.declarators.first() {
                    self.error(
                        code::NOT_SUPPORTED,
                        x.name.span,
                        "a friend that is declared so is not supported yet",
                    );
                }
                r.friends.push(d.spec);
            }
            // A class whose own name it uses would look for its members in itself.
            Ok(Declaration { using: Some(u), .. })
                if u.class.is_some_and(|c| {
                    c.path.is_none() && matches!(c.base, Base::Named(s) if s == r.name.sym)
                }) =>
            {
                self.error(
                    code::CLASS_RULE,
                    u.name.span,
                    "a using declaration in a class must name a base class",
                );
            }
            Ok(d) => r.members.push(Declaration { access: r.access, ..d }),
            Err(Failed) => self.recover(),
        }
    }

    /// The end of a class, from its `}` on.
    fn end_record(&mut self, r: Record<'a>, mut attributes: Attributes<'a>) -> Parse<Base<'a>> {
        let end = self.expect(Tok::RBrace, "the members")?;
        // `[[gnu::packed]]` before the name says what `packed` behind the class does.
        let packed = attributes.flags & Flags::PACKED != 0;
        let before = attributes.packed || packed && wrong!(PackedBracketsAreBefore);
        while self.tok().is(words::ATTRIBUTE) {
            self.attribute(&mut attributes)?;
        }
        let arenas = self.arenas();
        Ok(Base::Record(arenas.records.alloc(RecordSpec {
            id: arenas.next_definition(),
            tag: r.tag,
            name: r.name,
            class: r.class,
            path: r.path,
            template_args: r.template_args,
            is_final: r.is_final,
            bases: r.bases,
            members: arenas.declarations.alloc_extend(r.members),
            functions: arenas.member_functions.alloc_extend(r.functions),
            guides: arenas.declarations.alloc_extend(r.guides),
            list: self.input.list,
            known: r.known,
            align: self.alignments(attributes.align),
            packed: match attributes.flags & Flags::PACKED != 0 {
                _ if before => Packed::Before,
                true => Packed::Behind,
                false => Packed::No,
            },
            pack: r.pack,
            friends: arenas.spec_refs.alloc_extend(r.friends),
            span: r.span.to(end),
        })))
    }

    /// A class or alias template among the members of a class.
    fn member_template(&mut self) -> Parse<Declaration<'a>> {
        let scope = self.scope();
        let params = self.template_head()?;
        self.specialises = params.is_empty();
        let read = self.declaration(false);
        self.specialises = false;
        let mut d = read?;
        self.end_scope(scope);
        d.template = Some(params);
        let name = match (d.spec.base, d.declarators) {
            (_, [x]) => x.name.sym,
            (Base::Record(r), _) => r.name.sym,
            (Base::Tag(_, s), _) => s,
            _ => words::EMPTY,
        };
        let variable = !d.declarators.is_empty() && !d.spec.flags.has(Flags::TYPEDEF);
        self.declare_local(name, !variable);
        Ok(d)
    }

    /// Whether the `:` here gives a bit-field's width: `struct S : 3`.
    fn in_record_field(&self) -> bool {
        self.in_record && matches!(self.ahead(1).kind, Tok::Number)
    }

    /// `enum ...`.
    pub(super) fn enumeration(&mut self) -> Parse<Base<'a>> {
        let word = self.bump();
        let scoped = self.eat_word(words::CLASS) || self.eat_word(words::STRUCT);
        let attributes = self.attributes_before()?;
        if attributes.flags & Flags::PACKED != 0 || !attributes.align.is_empty() {
            return Err(self.error(
                code::NOT_SUPPORTED,
                word.span,
                "attributes that change an enum's size are not supported yet",
            ));
        }
        let before = self.before_name()?;
        let t = self.tok();
        let name = if t.kind == Tok::Ident && !words::is_keyword(t.sym) {
            self.bump();
            Name { sym: t.sym, span: t.span }
        } else {
            Name { sym: words::EMPTY, span: word.span }
        };
        let underlying = if self.kind() == Tok::Colon && !self.in_record
            || self.kind() == Tok::Colon && self.starts_type(1)
        {
            self.bump();
            Some(self.type_name()?)
        } else {
            None
        };
        // `enum X : T;` declares one ([dcl.enum] 3).
        let opaque = self.kind() == Tok::Semi
            && (underlying.is_some() || scoped)
            && before.class.is_none()
            && before.path.is_none()
            && name.sym != words::EMPTY;
        if self.kind() != Tok::LBrace && !opaque {
            if let Some(class) = before.class {
                return Ok(Base::Nested(class, name, &[]));
            }
            self.tag_path = before.path;
            if name.sym == words::EMPTY {
                return Err(self.error(
                    code::EXPECTED,
                    t.span,
                    "an enum needs a name or enumerators",
                ));
            }
            if scoped {
                let text = "an enumeration is named with `enum` alone; `enum class` declares one";
                return Err(self.error(code::BAD_SPECIFIERS, word.span.to(name.span), text));
            }
            return Ok(Base::Tag(Tag::Enum, name.sym));
        }
        let qualified = before.class.is_some() || before.path.is_some();
        if !qualified && name.sym != words::EMPTY && (self.scope() > 0 || self.in_record) {
            self.declare_tag(name.sym);
        }
        let list = if opaque { Vec::new() } else { self.enumerators(scoped)? };
        let list = self.arenas().enumerators.alloc_extend(list);
        Ok(Base::Enum(self.arenas().enums.alloc(EnumSpec {
            id: self.arenas().next_definition(),
            name,
            class: before.class,
            path: before.path,
            opaque,
            underlying,
            scoped,
            list,
            span: word.span.to(self.last_span()),
        })))
    }

    /// `{ a, b = 2 }` of an enumeration.
    fn enumerators(&mut self, scoped: bool) -> Parse<Vec<Enumerator<'a>>> {
        self.bump();
        let mut list = Vec::new();
        while self.kind() != Tok::RBrace {
            let name = self.identifier("an enumerator")?;
            if !scoped {
                self.declare_local(name.sym, false);
            }
            // What may be said of an enumerator changes nothing.
            self.attributes_before()?;
            let value = if self.eat(Tok::Eq) { Some(self.conditional()?) } else { None };
            list.push(Enumerator { name, value });
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RBrace, "the enumerators")?;
        Ok(list)
    }
}
