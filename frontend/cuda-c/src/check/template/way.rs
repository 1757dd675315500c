//! What is being made of templates just now, and where each was asked for: what is wrong in it says so, once.
//!
//! Classes, variables and results that are deduced are made in the midst of what asks for them: they stand on a stack. Bodies of
//! functions are checked later, one by one, and know who called them first. The way from an error to the line
//! that began it goes down the stack and, from the body that the lowest of it stands in, along the calls.

use std::rc::Rc;

use optx_source::{Diagnostic, Span, code};

use super::{TArg, TemplateId};
use crate::{
    check::{Body, Checker, Function},
    typed::FunctionId,
    types::RecordId,
};

/// How many steps are told in full beside the first and the last.
const NEAREST: usize = 3;

/// What is made of a template, or for one.
#[derive(Clone, Debug)]
pub(in crate::check) enum Instance {
    Class(RecordId),
    Of(TemplateId, Rc<[TArg]>),
    Function(FunctionId),
}

/// Something that is being made.
#[derive(Debug)]
struct Step {
    what: Instance,
    /// Where it was asked for, and the function in whose body that stands.
    at: Span,
    by: Option<FunctionId>,
    /// How many diagnostics there were.
    from: usize,
}

/// All that is being made, the innermost last.
#[derive(Default, Debug)]
pub(crate) struct Making(Vec<Step>);

impl<'a> Body<'_, 'a, '_, '_> {
    /// As [`Checker::deduce_result`], of a function that is called.
    pub(in crate::check) fn deduce_result(&mut self, f: FunctionId, at: Span) {
        let Some(info) = self.cx.functions.get(f) else { return };
        if info.signature.deduced.is_some() {
            // [dcl.spec.auto] 9
            let (free, place) = (info.membership.class.is_none(), self.cx.site.place);
            let later = place != 0 && info.home.place.defined > place;
            if free && later && !self.cx.is_instance(info) && !self.cx.is_lambda(f) {
                let text = "the type of this function's result is not known before its definition";
                let d = Diagnostic::new(code::EXPECTED_TYPE, at, text);
                let d = d.note(info.span, "it is defined here");
                self.cx.diags.push(d);
            }
            self.making(Instance::Function(f), at, |b| b.cx.deduce_result(f));
        }
    }

    /// Makes something that is asked for here: what is found wrong in it says so.
    pub(in crate::check) fn making<T>(
        &mut self,
        what: Instance,
        at: Span,
        make: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.cx.begin_making(what, at, self.function);
        let made = make(self);
        self.cx.end_making();
        made
    }
}

impl Checker<'_, '_> {
    /// Declares member functions of a class at a place, which somebody may ask for after the class was made.
    pub(in crate::check) fn declaring(
        &mut self,
        r: RecordId,
        place: (u32, u32),
        declare: impl FnOnce(&mut Self),
    ) {
        // While it is being made that is known.
        let is_it = |s: &Step| matches!(s.what, Instance::Class(c) if c == r);
        let late = self.nesting.making.0.last().is_none_or(|s| !is_it(s));
        match self.templates.instances.get(&r).filter(|_| late) {
            Some(i) => {
                self.begin_making(Instance::Class(r), i.needed.1, i.by);
                self.at(place, declare);
                self.end_making();
            }
            None => self.at(place, declare),
        }
    }

    fn begin_making(&mut self, what: Instance, at: Span, by: Option<FunctionId>) {
        let from = self.diags.list().len();
        self.nesting.making.0.push(Step { what, at, by, from });
    }

    fn end_making(&mut self) {
        if let Some(top) = self.nesting.making.0.last()
            && self.diags.list().len() > top.from
        {
            let (from, way) = (top.from, self.way());
            self.tell_way(from, way);
        }
        self.nesting.making.0.pop();
    }

    /// Says of what was found in an instance's body which one it is and where it is asked for.
    pub(crate) fn note_instance(&mut self, f: FunctionId, from: usize) {
        if self.diags.list().len() == from {
            return;
        }
        let mut way = Vec::new();
        self.add_calls(Some(f), &mut way, &mut Vec::new());
        self.tell_way(from, way);
    }

    /// What is being made from the innermost outwards, by their names and where each is asked for.
    fn way(&self) -> Vec<(String, Span)> {
        let (mut way, mut functions) = (Vec::new(), Vec::new());
        for step in self.nesting.making.0.iter().rev() {
            let name = match &step.what {
                Instance::Class(r) => self.types.records.get(*r).map(|r| r.name.to_string()),
                Instance::Of(t, args) => {
                    Some(format!("{}{}", self.text(self.template(*t).name), self.args_text(args)))
                }
                Instance::Function(f) if functions.contains(f) => None,
                Instance::Function(f) => {
                    functions.push(*f);
                    self.functions.get(*f).map(|f| self.function_name(f))
                }
            };
            way.extend(name.map(|n| (n, step.at)));
            if !self.add_calls(step.by, &mut way, &mut functions) {
                break;
            }
        }
        way
    }

    /// Adds a function and those that call it, as far as they are instances; false where that ends in what is none.
    fn add_calls(
        &self,
        first: Option<FunctionId>,
        way: &mut Vec<(String, Span)>,
        seen: &mut Vec<FunctionId>,
    ) -> bool {
        let mut next = first;
        while let Some(f) = next
            && let Some(info) = self.functions.get(f)
        {
            if !self.is_made(info) {
                return false;
            }
            let stacked = |s: &Step| matches!(s.what, Instance::Function(g) if g == f);
            if seen.contains(&f)
                || seen.len() > usize::from(u8::MAX)
                || self.nesting.making.0.iter().any(stacked)
            {
                return true;
            }
            seen.push(f);
            way.push((self.function_name(info), info.usage.used.unwrap_or(Span::NONE)));
            next = info.usage.by;
        }
        true
    }

    /// Whether a function is made from a template, is a member of such a class, or is made for functions that it takes.
    fn is_made(&self, info: &Function<'_>) -> bool {
        self.is_instance(info) || info.origin.known.is_some()
    }

    /// Notes a way under all diagnostics from a number on that have none: the nearest with its line, of many others the first ones
    /// and the last.
    fn tell_way(&mut self, from: usize, way: Vec<(String, Span)>) {
        let mut way = way.into_iter();
        let Some((name, at)) = way.next() else { return };
        let mut list: Vec<String> = way
            .map(|(name, at)| {
                let at = self.sm.pos(at);
                let file = self.sm.file(at.file).map_or("", |f| f.name.as_str());
                let file = file.rsplit('/').next().unwrap_or(file);
                match at.line {
                    0 => format!("`{name}`"),
                    line => format!("`{name}` from {file}:{line}"),
                }
            })
            .collect();
        let first = format!("in `{name}`, which is asked for here");
        let rest = list.pop().map(|last| {
            if list.len() > NEAREST {
                let left_out = list.len() - NEAREST;
                list.truncate(NEAREST);
                list.push(format!("{left_out} more"));
            }
            list.push(last);
            (Span::NONE, format!("the way there: {}", list.join(", ")))
        });
        let notes: Vec<(Span, String)> = std::iter::once((at, first)).chain(rest).collect();
        self.diags.annotate(from, &notes);
    }
}
