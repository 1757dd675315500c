//! Conversions of closures to pointers to functions ([expr.prim.lambda.closure] 7, 8).
//!
//! Idea: what captures nothing converts to a pointer to the function that its `operator()` is, a constant as all functions are. The
//! conversion is a function for overload resolution alone, and nothing calls it.

use super::{E, KnownFunction};
use crate::{
    ast::{Flags, MemberAccess, MemberKind, RefQualifier},
    check::{
        Body, DeclarationPlace, Function, Home, Membership, Origin, ParamInfo, Signature, Usage,
    },
    typed::FunctionId,
    types::{CONST, RecordId, Ty},
    words,
};

impl<'t> Body<'_, '_, 't, '_> {
    /// The conversion of a closure type to a pointer to a function, of a generic lambda to what is `wanted`.
    pub(super) fn closure_conversion(
        &mut self,
        r: RecordId,
        wanted: Option<Ty>,
    ) -> Option<FunctionId> {
        let closure = self.cx.closure_type(r)?;
        if !closure.lambda.is_free() || wrong!(ClosuresConvertToNothing) {
            return None;
        }
        let set = self.cx.methods(r, words::OP_CALL, MemberKind::Method);
        let call = match (&set.functions[..], &set.templates[..]) {
            ([f], _) => *f,
            (_, [t]) => {
                let of = self.cx.types.pointee(wanted?)?;
                self.cx.types.function_type(of)?;
                self.function_instance(*t, &[], Some(of))?
            }
            _ => return None,
        };
        if let Some(f) = self.cx.classes.closures.converted.get(&call) {
            return Some(*f);
        }
        let ty = self.cx.type_of_function(call)?;
        let result = self.cx.types.pointer(ty);
        let class = self.cx.types.record(r);
        let this = self.cx.types.pointer(class.with(CONST));
        let span = self.cx.functions[call].span;
        let f = self.cx.functions.next_id();
        self.cx.functions.push(Function {
            name: words::OP_CONVERSION,
            flags: Flags(Flags::DEVICE | Flags::CONSTEXPR),
            body: None,
            span,
            launch_bounds: None,
            env: self.cx.templates.no_env.clone(),
            signature: Signature {
                result,
                deduced: None,
                params: vec![ParamInfo {
                    name: words::CLOSURE,
                    ty: this,
                    default: None,
                    plain: true,
                    span,
                }],
                packs: Vec::new(),
                variadic: false,
                noexcept: None,
                deleted: false,
                in_place: false,
            },
            origin: Origin::default(),
            membership: Membership {
                class: Some(r),
                has_this: true,
                qualifier: RefQualifier::None,
                kind: MemberKind::Conversion,
                access: MemberAccess::Public,
                inits: &[],
            },
            usage: Usage::default(),
            home: Home { namespace: 0, place: DeclarationPlace::default(), hidden: false },
        });
        self.cx.classes.closures.conversions.insert(f, call);
        self.cx.classes.closures.converted.insert(call, f);
        Some(f)
    }

    /// What a closure converts to by such a function: its `operator()`.
    pub(super) fn converted_closure(&mut self, f: FunctionId, e: E<'t>) -> Option<E<'t>> {
        let call = *self.cx.classes.closures.conversions.get(&f)?;
        let ty = self.cx.type_of_function(call)?;
        let value = self.function_constant(KnownFunction::Function(call), ty, e.span);
        Some(self.beside_object(e, value))
    }
}
