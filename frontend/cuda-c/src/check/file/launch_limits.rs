//! What no GPU takes of a launch: shapes of blocks and bytes of shared memory, where they are constants.
//!
//! Source: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability". No compiler tells of it: the launch fails when it is made.

use std::ops::Range;

use optx_source::{Diagnostic, Span, code};
use optx_whirl::STATIC_SHARED;

use super::{
    host_function::HostFunction,
    launch::{Launch, WholeFile},
};
use crate::{
    ast::{Expr, ExprKind},
    check::{Body, Checker, Global, Space},
    intern::{Map, Symbol},
    parse::host,
    token::{Tok, Token},
    typed::{FunctionId, TKind},
};

/// Threads that a block has at most.
const MOST_THREADS: i64 = 1024;

/// Threads that a block has at most along x, y and z.
const MOST_ALONG: [i64; 3] = [1024, 1024, 64];

/// Blocks that a grid has at most along x, y and z.
const MOST_BLOCKS: [i64; 3] = [(1 << 31) - 1, 65_535, 65_535];

/// Bytes of shared memory that a launch gets without asking.
const SHARED: i64 = STATIC_SHARED as i64;

/// The variables of an item of host code that say shapes.
pub(super) struct Shapes {
    /// The item's first token, and the one behind its last.
    tokens: Range<usize>,
    /// Where each name stands, from the first token on; made when the first name is asked for.
    places: Option<Map<Symbol, Vec<usize>>>,
    /// What was found.
    known: Map<Symbol, Option<[i64; 3]>>,
}

impl Shapes {
    pub(super) fn new(host: &HostFunction<'_>) -> Shapes {
        let tokens = host.first as usize..host.end as usize;
        Shapes { tokens, places: None, known: Map::default() }
    }
}

impl<'a> Checker<'a, '_> {
    /// The shape of a launch's variable `dim3 block(32, 32);` that nothing changes and whose numbers are written.
    pub(super) fn declared_shape(
        &self,
        parsed: &host::Launched<'a>,
        part: usize,
        shapes: &mut Shapes,
    ) -> Option<[i64; 3]> {
        let ExprKind::Name(block) = parsed.config.get(part).copied().flatten()?.kind else {
            return None;
        };
        if let Some(known) = shapes.known.get(&block) {
            return *known;
        }
        let tokens = &self.declared.lists[0].tokens[shapes.tokens.clone()];
        let places = shapes.places.get_or_insert_with(|| {
            let mut places: Map<Symbol, Vec<usize>> = Map::default();
            for (k, t) in tokens.iter().enumerate().filter(|(_, t)| t.kind == Tok::Ident) {
                places.entry(t.sym).or_default().push(k);
            }
            places
        });
        let shape = places.get(&block).and_then(|places| self.shape_of(tokens, places));
        shapes.known.insert(block, shape);
        shape
    }

    /// The shape that a variable has which stands at these places.
    fn shape_of(&self, tokens: &[Token], places: &[usize]) -> Option<[i64; 3]> {
        let (&declared, later) = places.split_first()?;
        let is_dim3 = |t: &Token| t.kind == Tok::Ident && self.text(t.sym) == "dim3";
        if !tokens.get(declared.checked_sub(1)?).is_some_and(is_dim3) {
            return None;
        }
        // What is written to, or handed on by address, may be another shape by then.
        let changes = |k: &usize| {
            let next = tokens.get(k + 1).map(|t| t.kind);
            let before = tokens.get(k.wrapping_sub(1)).map(|t| t.kind);
            matches!(next, Some(Tok::Dot | Tok::Eq)) || before == Some(Tok::Amp)
        };
        if later.iter().any(changes) {
            return None;
        }
        let mut shape = [1; 3];
        let mut at = declared + 1;
        if !matches!(tokens.get(at)?.kind, Tok::LParen | Tok::LBrace) {
            return None;
        }
        for extent in &mut shape {
            let number = tokens.get(at + 1)?;
            if number.kind != Tok::Number {
                return None;
            }
            *extent = self.text(number.sym).parse().ok()?;
            at += 2;
            match tokens.get(at)?.kind {
                Tok::Comma => {}
                Tok::RParen | Tok::RBrace => return Some(shape),
                _ => return None,
            }
        }
        None
    }

    /// Warns of grids that no GPU has.
    pub(super) fn check_grid(&mut self, shape: [i64; 3], at: Span) {
        let along = shape.iter().zip(MOST_BLOCKS).position(|(extent, most)| *extent > most);
        let message = if let Some(axis) = along {
            let (name, most) = (["x", "y", "z"][axis], MOST_BLOCKS[axis]);
            format!("a grid of {} blocks along {name}, and a grid has {most} at most", shape[axis])
        } else if shape.contains(&0) {
            "a grid without blocks".to_owned()
        } else {
            return;
        };
        self.diags.push(Diagnostic::new(code::LAUNCH, at, format!("this launch fails: {message}")));
    }

    /// Warns of blocks that no GPU has.
    pub(super) fn check_shape(
        &mut self,
        shape: [i64; 3],
        at: Span,
        (launch, kernels): (&Launch, &[FunctionId]),
    ) {
        let threads = shape.iter().fold(1i64, |n, &extent| n.saturating_mul(extent));
        let along = shape.iter().zip(MOST_ALONG).position(|(extent, most)| *extent > most);
        let bounds: Vec<u32> = kernels
            .iter()
            .filter_map(|f| self.functions[*f].launch_bounds.map(|(most, _)| most))
            .collect();
        let text = self.text(launch.name).to_string();
        let message = if threads > MOST_THREADS {
            format!("blocks of {threads} threads, and a block has {MOST_THREADS} at most")
        } else if let Some(axis) = along {
            let (name, most) = (["x", "y", "z"][axis], MOST_ALONG[axis]);
            format!(
                "blocks of {} threads along {name}, and a block has {most} at most",
                shape[axis]
            )
        } else if shape.contains(&0) {
            "blocks without threads".to_owned()
        } else if let ([bound], true) = (&bounds[..], kernels.len() == 1)
            && threads > i64::from(*bound)
        {
            format!("blocks of {threads} threads, and the launch bounds of `{text}` allow {bound}")
        } else {
            return;
        };
        self.diags.push(Diagnostic::new(code::LAUNCH, at, format!("this launch fails: {message}")));
    }

    /// Warns of more dynamic shared memory than a block of the target can have, or has without being asked for. What it is beside the kernel's own is
    /// known once the kernel's body is ([`Checker::check_shared_beside_static`]).
    pub(super) fn check_dynamic(
        &mut self,
        bytes: i64,
        at: Span,
        kernels: &[FunctionId],
        file: &WholeFile,
    ) {
        let most = shared_memory(self.options.code.arch());
        let asks = |t: &Token| {
            t.kind == Tok::Ident
                && [
                    "cudaFuncSetAttribute",
                    "cuFuncSetAttribute",
                    "cudaFuncAttributeMaxDynamicSharedMemorySize",
                ]
                .contains(&self.text(t.sym))
        };
        let asked = || {
            let somewhere = || self.declared.lists.iter().any(|list| list.tokens.iter().any(asks));
            *file.asks_for_shared.get_or_init(somewhere)
        };
        // Whoever is handed the kernel may ask for it.
        let asked = || asked() || kernels.iter().any(|&kernel| self.is_handed_on(kernel, file));
        let message = if bytes > most {
            format!(
                "{bytes} bytes of dynamic shared memory, and a block of the target has {most} at most"
            )
        } else if bytes > SHARED && !asked() {
            format!(
                "{bytes} bytes of dynamic shared memory, and more than {SHARED} have to be asked for with `cudaFuncSetAttribute`"
            )
        } else {
            if let ([kernel], true) = (kernels, bytes > 0) {
                let most = if asked() { most } else { SHARED };
                self.output.launched_shared.push(LaunchedShared {
                    kernel: *kernel,
                    bytes,
                    most,
                    at,
                });
            }
            return;
        };
        self.diags.push(Diagnostic::new(code::LAUNCH, at, format!("this launch fails: {message}")));
    }

    /// Whether a kernel's name stands where it is neither declared nor launched: as its address. The file is gone over once.
    fn is_handed_on(&self, kernel: FunctionId, file: &WholeFile) -> bool {
        let ends = |t: &Token| matches!(t.kind, Tok::Comma | Tok::RParen | Tok::Semi | Tok::RBrace);
        let names = file.handed_on.get_or_init(|| {
            let pairs = self.declared.lists.iter().flat_map(|list| list.tokens.windows(2));
            let handed = pairs.filter(|pair| pair[0].kind == Tok::Ident && ends(&pair[1]));
            handed.map(|pair| (pair[0].sym, ())).collect()
        });
        names.contains_key(&self.functions[kernel].name)
    }

    /// Warns of launches whose dynamic shared memory finds no room beside what the kernel declares itself. Bodies have been looked at.
    pub(crate) fn check_shared_beside_static(&mut self) {
        let mut own_bytes: Map<FunctionId, i64> = Map::default();
        for launched in std::mem::take(&mut self.output.launched_shared) {
            let LaunchedShared { kernel, bytes, most, at } = launched;
            let name = self.text(self.functions[kernel].name).to_owned();
            let own = *own_bytes.entry(kernel).or_insert_with(|| {
                let of_kernel = format!("{name}$");
                let own = |g: &&Global| g.space == Space::Shared && g.name.starts_with(&of_kernel);
                self.output.globals.iter().filter(own).map(|g| self.types.size(g.ty) as i64).sum()
            });
            if own > 0 && own.saturating_add(bytes) > most {
                let message = format!(
                    "this launch fails: {bytes} bytes of dynamic shared memory beside the {own} that `{name}` declares, and there are {most} for both"
                );
                self.diags.push(Diagnostic::new(code::LAUNCH, at, message));
            }
        }
    }
}

/// A launch of one kernel with dynamic shared memory.
#[derive(Clone, Copy)]
pub(crate) struct LaunchedShared {
    kernel: FunctionId,
    bytes: i64,
    /// So many bytes of shared memory a block has then.
    most: i64,
    at: Span,
}

/// Bytes of shared memory that a block can have, the driver's own KiB left aside.
fn shared_memory(arch: u32) -> i64 {
    let kib = match arch {
        70..=72 => 96,
        75 => 64,
        80 | 87 => 163,
        86 | 89 => 99,
        90 | 100..=119 => 227,
        120.. => 99,
        _ => 48,
    };
    kib << 10
}

impl<'a, 't> Body<'_, 'a, 't, '_> {
    /// The value of an integer constant.
    pub(super) fn constant_number(&mut self, e: &'a Expr<'a>) -> Option<i64> {
        let trial = self.cx.diags.begin_trial();
        let value = self.expr(e);
        let value = self.rvalue(value);
        let value = self.folded(value);
        let wrong = self.cx.diags.end_trial(trial);
        match value.kind {
            TKind::Int(v) if !wrong && self.cx.types.is_integer(value.ty) => Some(v),
            _ => None,
        }
    }

    /// The shape that a launch's second argument says: a number, or `dim3` of numbers.
    pub(super) fn shape(&mut self, e: &'a Expr<'a>) -> Option<([i64; 3], Span)> {
        if let ExprKind::Construct { args, .. } = e.kind {
            let args = match args {
                [one] => match one.kind {
                    ExprKind::InitList(_) => return None,
                    _ => args,
                },
                _ => args,
            };
            if args.len() > 3 {
                return None;
            }
            let mut shape = [1; 3];
            for (extent, arg) in shape.iter_mut().zip(args) {
                *extent = self.constant_number(arg)?;
            }
            return Some((shape, e.span));
        }
        Some(([self.constant_number(e)?, 1, 1], e.span))
    }
}
