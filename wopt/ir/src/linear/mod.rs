//! Linear forms: integer trees as a constant and a sum of atoms, each times a factor.
//!
//! Idea: `p + 4 (long)(i + 1)` is `p`, 4 times the extension of `i`, and 4. What two addresses differ by, which constant an access takes into
//! its offset, what of an address a loop changes, and whether a product is another and a step: all are asked of forms. A tree is
//! taken apart operation by operation ([`Parts`]), under a [`Policy`] that says how far ([`Build`]), into a [`Form`]: merged, in the
//! order in which atoms were met, which is that of the tree. [`sum`] makes a tree of one again.
//!
//! Who asks, and what only it needs:
//! * [`crate::Access::with_constants_out`]: constants that bitwise operations set ([`Policy::TAKES_BITS`]), and that what gives no
//!   constant stays whole ([`Policy::KEEPS_WHOLE`]), so that other trees are not made anew;
//! * distances between places (`memory` of the optimizer): the definitions of versions ([`Policy::definition`]);
//! * the reassociation of addresses: sums stay whole whose sides change in the same cycles ([`Policy::opens`]), and no address becomes
//!   another's that asks for more than its atoms ([`Build::cancels`]); what its indices are is asked under no policy;
//! * polynomials ([`Product`], straight-line and strength reduction, speculation): atoms are products of nodes. Their builder is not this
//!   walk: it keeps the form of every node, products of sums are multiplied out, and an extension is an atom by the node that it is,
//!   as steps and slopes are asked for by nodes. What an operation is a sum of, forms and the printing of terms are the same.
//!
//! [`crate::Access::normal`] makes no form: it takes one constant after the other, as far as an immediate reaches, through what makes
//! an object's address generic.
//!
//! Source: the decomposed addresses of LLVM's BasicAliasAnalysis (`DecomposeGEPExpression`), its SeparateConstOffsetFromGEP, which
//! distributes extensions too and traces disjoint `or` and `xor`, and the forms of gpucc (Wu et al., CGO 2016, section 4). Products
//! inside an extension are this project's.
//!
//! Legality, for all of them:
//! * Sums, differences, negations, products and shifts of N bits are modulo 2^N: they may be taken apart and put together in any order,
//!   in U-form, whatever they promised.
//! * The extension by sign of a sum, difference, negation or product of 32 bits is that of the extensions where it is an I-form:
//!   one that overflows has no value, so where there is one the equation holds between whole numbers, and modulo 2^64. Of a
//!   U-form, which may wrap, it is not; nor is the extension by zero of any, as -1 + 1 shows; nor is a shift's, which promises nothing.
//! * `x | c` and `x ^ c` are sums where no bit of `c` may be set in `x`, of the bits of `c` for which that is so; such a sum does not
//!   carry, so extensions of either kind distribute.
//! * An equation that rests on an I-form holds where that is evaluated. Who puts it to use elsewhere has to say why it was, or
//!   surely will be.
//! * A version that is looked through must hold what its definition gives of the *present* values of the versions in it. That is so
//!   wherever it is used: the definitions of those dominate its own, so where one of them runs again, its own runs again before
//!   any use. Two places then see one value of an atom where no definition of the versions that one of the trees names runs
//!   between them: what an atom is defined by cannot run again without those.
//!
//! Cost: [`MOST_NODES`] nodes a tree, and for each term those that are there already, of which there are few. Nothing is allocated up to
//! [`MOST_TERMS`] terms.

mod atom;
mod bits;
mod build;
mod form;
mod parts;
mod print;
mod product;
mod width;

pub use atom::Atom;
pub use build::{Build, Policy};
pub use form::{Form, Term};
pub use parts::{Extension, Parts, Whole};
pub use print::{multiple, sum};
pub use product::Product;
pub use width::Width;

/// So many nodes of a tree are looked at: trees are DAGs, and what is shared is met on every way to it.
pub const MOST_NODES: u32 = 32;

/// Forms of more terms are not worked with.
pub const MOST_TERMS: usize = 6;
