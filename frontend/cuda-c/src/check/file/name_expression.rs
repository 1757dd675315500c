//! Name expressions: names that whoever compiles asks for, as `nvrtcAddNameExpression` has them (`&k<float>`, `n::v`): instances of
//! kernels are made, and each is told by the name that it has in PTX.
//!
//! An expression stands at the file's end, at global scope; `&` and parentheses around a name say nothing more. It names a kernel or
//! another function of the device, an instance of a template of one, or a variable of the device; with several functions of a name
//! that fit it is refused, as it is where a type would have to choose ([over.over]).
//!
//! Source: NVRTC 13.5's documentation, "Accessing Lowered Names"; what it gives in
//! `runtime-tests/tests/name_expressions.rs`.

use optx_source::{Diagnostic, Span, code};

use crate::{
    ast::{Expr, ExprKind, Path, TemplateArg, UnaryOp},
    check::{Body, Checker, Entity, Space, TokenList},
    intern::Symbol,
    parse,
    preprocess::preprocess_library,
    typed::{FunctionId, TypedArenas},
};

/// A name as an expression has it.
struct Named<'a> {
    path: Option<&'a Path<'a>>,
    name: Symbol,
    args: Option<&'a [TemplateArg<'a>]>,
}

fn named<'a>(e: &'a Expr<'a>) -> Option<Named<'a>> {
    match e.kind {
        ExprKind::Unary(UnaryOp::AddrOf, inner) => named(inner),
        ExprKind::Name(name) => Some(Named { path: None, name, args: None }),
        ExprKind::TemplateName(name, args) => Some(Named { path: None, name, args: Some(args) }),
        ExprKind::Qualified(q) | ExprKind::StdName(q) => {
            Some(Named { path: Some(q.path), name: q.name.sym, args: q.args })
        }
        _ => None,
    }
}

impl<'a> Checker<'a, '_> {
    /// Finds what expressions name, has it compiled, and gives each expression's name in PTX. What names nothing is reported.
    pub(crate) fn name_expressions(&mut self) -> Vec<(String, String)> {
        let mut lowered = Vec::new();
        for text in &self.options.name_expressions {
            match self.name_expression(text) {
                Ok(name) => lowered.push((text.clone(), name)),
                Err(None) => {}
                Err(Some(why)) => {
                    let message = format!("the name expression `{text}` {why}");
                    self.diags.push(Diagnostic::new(code::NO_SUCH_KERNEL, Span::NONE, message));
                }
            }
        }
        lowered
    }

    /// The name in PTX; `Err` says why there is none, if that is not told yet.
    fn name_expression(&mut self, text: &str) -> Result<String, Option<String>> {
        let before = self.diags.errors();
        let tokens = preprocess_library(
            ("<name expression>", text),
            self.options.code.arch(),
            self.limits(),
            self.sm,
            self.names,
            self.diags,
        );
        let list = self.declared.lists.len() as u32;
        let count = tokens.len() as u32;
        self.declared.lists.push(TokenList { tokens, library: false });
        let input = parse::Input {
            arenas: self.arenas,
            tokens: &self.declared.lists[list as usize].tokens,
            names: self.names,
            index: &self.index,
            limits: &self.options.limits,
            list,
        };
        let parsed = parse::parse_expression(input, (0, count), self.diags);
        let Some(e) = parsed else {
            let told = self.diags.errors() > before;
            return Err((!told).then(|| "is no expression".to_owned()));
        };
        let named = named(e).ok_or_else(|| Some("is no name".to_owned()))?;
        let arena = TypedArenas::small();
        let mut b = Body::outside(self, &arena);
        b.mode.unevaluated = true;
        let found = b.entity_named(&named);
        drop(b);
        let told = self.diags.errors() > before;
        match found {
            Ok(Meant::Function(f)) => {
                let info = &mut self.functions[f];
                info.usage.used = info.usage.used.or(Some(e.span));
                self.output.queue.push(f);
                Ok(crate::mangle::function(self, &self.functions[f]))
            }
            Ok(Meant::Global(g)) => Ok(self.output.globals[g].name.clone()),
            Err(_) if told => Err(None),
            Err(why) => Err(Some(why.to_owned())),
        }
    }
}

/// What a name expression means.
enum Meant {
    Function(FunctionId),
    Global(crate::typed::GlobalId),
}

impl<'a> Body<'_, 'a, '_, '_> {
    fn entity_named(&mut self, named: &Named<'a>) -> Result<Meant, &'static str> {
        let entity = match named.path {
            Some(p) => self.cx.lookup_in(p, named.name),
            None => self.cx.lookup(named.name),
        };
        match entity {
            Some(Entity::Functions(name)) => self.function_named(named, name),
            Some(Entity::Global(g)) if named.args.is_none() => {
                match self.cx.output.globals[g].space {
                    Space::Device | Space::Constant => Ok(Meant::Global(g)),
                    _ => Err("names a variable that the device does not have"),
                }
            }
            Some(Entity::VariableTemplate(t)) => {
                let args = named.args.unwrap_or(&[]);
                match self.variable_instance(t, args, Span::NONE) {
                    Some(Entity::Global(g)) => Ok(Meant::Global(g)),
                    _ => Err("names no variable of the device"),
                }
            }
            Some(e @ (Entity::Unparsable(_) | Entity::Ambiguous)) => {
                self.bad_entity(e, named.name, Span::NONE);
                Err("names something that is not supported yet")
            }
            Some(_) => Err("names neither a function nor a variable"),
            None => Err("names nothing that the file declares"),
        }
    }

    fn function_named(&mut self, named: &Named<'a>, name: Symbol) -> Result<Meant, &'static str> {
        let several = "names several functions";
        let nothing = "names no function of the device";
        let Some((functions, templates)) = self.functions_named(named.path, name, &[]) else {
            return Err("names a function that is not supported yet");
        };
        if named.args.is_none() {
            let mut own = functions.iter().copied();
            let mut own = own.by_ref().filter(|f| self.cx.functions[*f].is_device());
            match (own.next(), own.next()) {
                (Some(f), None) => return Ok(Meant::Function(f)),
                (Some(_), Some(_)) => return Err(several),
                _ if templates.is_empty() => return Err(nothing),
                _ => {}
            }
        }
        let Some(given) = self.template_arg_list(named.args.unwrap_or(&[])) else {
            return Err("has arguments that are none");
        };
        let mut fitting = Vec::new();
        for t in templates {
            let info = self.cx.template(t).clone();
            let stated = given.iter().copied().map(Some).collect::<Vec<_>>();
            let trial = self.cx.diags.begin_trial();
            let args = self.at((info.namespace, info.place.defined), |b| {
                b.complete_args(info.params, &info.env, info.class, &stated, info.name)
            });
            let wrong = self.cx.diags.end_trial(trial);
            fitting.extend(args.filter(|_| !wrong).map(|args| (t, args)));
        }
        match &fitting[..] {
            [] => Err("fits no template of that name"),
            [(t, args)] => self.instance(*t, args.clone()).map(Meant::Function).ok_or(nothing),
            _ => Err(several),
        }
    }
}
