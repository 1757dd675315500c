//! Names of closure types (Itanium C++ ABI, 5.1.8): the function around a lambda, its parameters, and which one of such it is there.

use super::{
    Builder,
    scope::Scope,
    text::{Encoding, Kind, Local, Made, Node, Part, TextId},
};
use crate::{
    ast::TypeExpr,
    check::Function,
    types::{CONST, RecordId, Ty},
    words,
};

impl<'a> Builder<'_, 'a, '_> {
    /// The name of a closure type of a function's lambda; `None` where it is another class, or its parameters are not known.
    pub(super) fn closure_parts(&self, r: RecordId) -> Option<Vec<Part>> {
        let around = self.cx.functions.get(self.cx.closure_type(r)?.function?)?;
        let inner = self.inner.replace(around.env.instance);
        let params = self.closure_parameters(r);
        let number = params.as_ref().map_or(0, |p| self.closures_before(r, p));
        self.inner.set(inner);
        let (around, params) = (self.encoding(around), params?);
        let scope = self.text_of(&around);
        let list = params.iter().map(|n| n.text);
        let mut texts = self.texts.borrow_mut();
        let signature = texts.number(Made::Known([scope].into_iter().chain(list).collect(), false));
        let text = texts.number(Made::Name(Some(signature), format!("Ul{number}")));
        let local = Some(Box::new(Local { around, params, number }));
        Some(vec![Part {
            name: String::new(),
            args: None,
            bare: text,
            full: text,
            is_std: false,
            local,
        }])
    }

    /// The number of a function's full name.
    fn text_of(&self, f: &Encoding) -> TextId {
        let made = match (&f.plain, f.parts.last()) {
            (None, Some(last)) => {
                let list = f.signature.iter().map(|n| n.text);
                Made::Known([last.full].into_iter().chain(list).collect(), false)
            }
            (plain, _) => Made::Word(plain.clone().unwrap_or_default()),
        };
        self.texts.borrow_mut().number(made)
    }

    /// What the object of a closure's `operator()` is, be there one or not: `const` unless it is `mutable`.
    pub(super) fn closure_object(&self, f: &Function<'a>) -> Option<Ty> {
        let r = f.membership.class.filter(|_| f.name == words::OP_CALL)?;
        let closure = self.cx.closure_type(r)?;
        Some(if closure.lambda.mutable { Ty::INT } else { Ty::INT.with(CONST) })
    }

    /// The `operator()` of a closure type, of a generic one an instance.
    fn call_of(&self, r: RecordId) -> Option<&Function<'a>> {
        let own = |f: &&Function<'a>| f.membership.class == Some(r) && f.name == words::OP_CALL;
        self.cx.functions.iter().find(own)
    }

    /// The parameters of a lambda as they are written.
    fn closure_parameters(&self, r: RecordId) -> Option<Vec<Node>> {
        let call = self.cx.closure_type(r)?.lambda.call;
        let Some(template) = call.template else {
            let mut list = self.signature(self.call_of(r)?);
            if list.is_empty() {
                list.push(self.node(Kind::Builtin("v")));
            }
            return Some(list);
        };
        if let Some(f) = self.call_of(r) {
            // The result stands before them.
            return Some(self.signature(f).split_off(1));
        }
        let TypeExpr::Function { params, .. } = call.declarators.first()?.ty else { return None };
        let types = &self.cx.closure_type(r)?.parameters;
        let scope = Scope {
            params: template,
            given: None,
            values: params,
            element: 0,
            in_list: true,
            namespace: self.cx.types.records.get(r).map_or(0, |r| r.namespace),
        };
        let written = |t: &'a TypeExpr<'a>, is: Ty| {
            self.parameter(t, &scope, Some(is)).unwrap_or_else(|| self.ty(is))
        };
        Some(params.iter().zip(types).map(|(p, t)| written(p.ty, *t)).collect())
    }

    /// How many lambdas of the same parameters stand before one in its function.
    fn closures_before(&self, r: RecordId, params: &[Node]) -> usize {
        let Some(own) = self.cx.closure_type(r) else { return 0 };
        let before = self.cx.closures_of(own.function).filter(|(k, c)| {
            k.index() < r.index() && !c.trial && c.lambda.record.id != own.lambda.record.id
        });
        let alike = |k: RecordId| {
            let list = self.closure_parameters(k).unwrap_or_default();
            list.iter().map(|n| n.text).eq(params.iter().map(|n| n.text))
        };
        before.filter(|(k, _)| alike(*k)).count()
    }
}
