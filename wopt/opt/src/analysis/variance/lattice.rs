//! What is said of one value: coefficients on the axes of `threadIdx` and on the lane, a base, and whether differences are exact.
//!
//! Meaning: for threads t, t' of one block at one dynamic instance that have equal `threadIdx` on every [`Coef::Unknown`] axis,
//! v(t) - v(t') is the sum over the other axes of coefficient times (tid - tid'), modulo 2^width. The lane's coefficient says the same of
//! two threads of one warp and their lanes, whatever the axes say. A state in which all is unknown says nothing.
//!
//! Source: Sampaio, Martins, Pereira and Collange, "Divergence Analysis with Affine Constraints" (2011), with an axis for each of
//! `threadIdx` and one for the lane where the paper has one thread number, and with coefficients that are values.

use optx_ir::CrId;
use optx_whirl::VarianceMode;
use std::fmt;

/// How the number of a narrower symbol is widened to a coefficient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extension {
    /// It has the width of the value.
    None,
    /// With its sign.
    Sign,
    /// With zeros.
    Zero,
}

/// A coefficient that a uniform value is, times a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symbol {
    /// The uniform value: of the block's for an axis, of the warp's for the lane.
    pub node: CrId,
    /// The number.
    pub scale: i64,
    /// How the node is widened.
    pub extended: Extension,
}

/// A coefficient.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coef {
    /// Nothing has come here yet.
    Top,
    /// This number, as a signed one of the value's width.
    Known(i64),
    /// A uniform value.
    Symbolic(Symbol),
    /// Any function of the axis.
    Unknown,
}

impl Coef {
    /// No dependence.
    pub const ZERO: Coef = Coef::Known(0);

    /// True where the value does not depend on the axis.
    pub fn is_zero(self) -> bool {
        self == Coef::ZERO
    }

    /// What holds of both.
    pub fn join(self, other: Coef) -> Coef {
        match (self, other) {
            (Coef::Top, x) | (x, Coef::Top) => x,
            (x, y) if x == y => x,
            _ => Coef::Unknown,
        }
    }
}

/// What is left where no axis is unknown: the value at thread 0, 0, 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// Nothing has come here yet.
    Top,
    /// This number, as a signed one of the value's width.
    Const(i64),
    /// Some uniform value.
    Uniform,
}

/// The axes that something varies on, and whether it varies within a warp.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Axes(pub u8);

impl Axes {
    /// None.
    pub const NONE: Axes = Axes(0);
    /// The bit of within-a-warp.
    pub const WARP: Axes = Axes(8);
    /// All, and within a warp.
    pub const ALL: Axes = Axes(15);
    /// How many bits there are.
    pub const COUNT: usize = 4;

    /// The axis of a number below 3.
    pub fn axis(k: usize) -> Axes {
        Axes(1 << k)
    }

    /// Those of either.
    pub fn join(self, other: Axes) -> Axes {
        Axes(self.0 | other.0)
    }

    /// Those of the first that the second has not.
    pub fn without(self, other: Axes) -> Axes {
        Axes(self.0 & !other.0)
    }

    /// True where all of the other are among them.
    pub fn has(self, other: Axes) -> bool {
        other.without(self) == Axes::NONE
    }

    /// True for none.
    pub fn is_none(self) -> bool {
        self == Axes::NONE
    }
}

impl fmt::Display for Axes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, name) in ["x", "y", "z", "w"].iter().enumerate() {
            if self.has(Axes(1 << k)) {
                f.write_str(name)?;
            }
        }
        Ok(())
    }
}

/// In which sense differences hold over the integers, not only modulo the width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Exact {
    /// Of the values with their sign.
    pub signed: bool,
    /// Of the values without one.
    pub unsigned: bool,
}

impl Exact {
    /// In both senses.
    pub const BOTH: Exact = Exact { signed: true, unsigned: true };
    /// In neither.
    pub const NEITHER: Exact = Exact { signed: false, unsigned: false };

    /// Where both are.
    pub fn and(self, other: Exact) -> Exact {
        Exact { signed: self.signed && other.signed, unsigned: self.unsigned && other.unsigned }
    }

    /// In the sense of a type.
    pub fn of(self, is_signed: bool) -> bool {
        if is_signed { self.signed } else { self.unsigned }
    }
}

/// The state of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Variance {
    /// On the axes x, y and z.
    pub coef: [Coef; 3],
    /// On the lane.
    pub lane: Coef,
    /// At thread 0, 0, 0.
    pub base: Base,
    /// Whether the axes' differences are exact.
    pub exact: Exact,
    /// Whether the lane's are.
    pub lane_exact: Exact,
    /// The part of the value that all lanes of a warp share is a multiple of 32, where the lane's coefficient is known.
    pub warp_aligned: bool,
    /// It leans on trust in barriers ([`super::trust`]).
    pub trusted: bool,
}

impl Variance {
    /// Of a value that nothing has come to yet.
    pub const TOP: Variance = Variance {
        coef: [Coef::Top; 3],
        lane: Coef::Top,
        base: Base::Top,
        exact: Exact::BOTH,
        lane_exact: Exact::BOTH,
        warp_aligned: true,
        trusted: false,
    };

    /// Of a value that all threads of the block share.
    pub const UNIFORM: Variance = Variance {
        coef: [Coef::ZERO; 3],
        lane: Coef::ZERO,
        base: Base::Uniform,
        exact: Exact::BOTH,
        lane_exact: Exact::BOTH,
        warp_aligned: false,
        trusted: false,
    };

    /// Of a value of which nothing is known.
    pub const VARYING: Variance = Variance {
        coef: [Coef::Unknown; 3],
        lane: Coef::Unknown,
        base: Base::Uniform,
        exact: Exact::BOTH,
        lane_exact: Exact::BOTH,
        warp_aligned: false,
        trusted: false,
    };

    /// Of a constant.
    pub fn constant(value: i64) -> Variance {
        Variance { base: Base::Const(value), warp_aligned: value & 31 == 0, ..Variance::UNIFORM }
    }

    /// What is said less where it is said of nothing: exactness without a coefficient, a base beside an unknown axis.
    pub fn normal(mut self) -> Variance {
        let plain = |c: &Coef| matches!(c, Coef::Known(0) | Coef::Unknown);
        if self.coef.iter().all(plain) {
            self.exact = Exact::BOTH;
        }
        if plain(&self.lane) {
            self.lane_exact = Exact::BOTH;
        }
        if self.coef.contains(&Coef::Unknown) && self.base != Base::Top {
            self.base = Base::Uniform;
        }
        if !matches!(self.lane, Coef::Known(_) | Coef::Top) {
            self.warp_aligned = false;
        }
        // Numbers that run on from a multiple of 32 wrap in no sense within a warp.
        if self.lane == Coef::Known(1) && self.warp_aligned {
            self.lane_exact = Exact::BOTH;
        }
        self
    }

    /// True where nothing has come here yet.
    pub fn is_top(&self) -> bool {
        self.lane == Coef::Top
    }

    /// What holds of both.
    pub fn join(&self, other: &Variance) -> Variance {
        if self.is_top() {
            return *other;
        }
        if other.is_top() {
            return *self;
        }
        let base = match (self.base, other.base) {
            (Base::Top, b) | (b, Base::Top) => b,
            (a, b) if a == b => a,
            _ => Base::Uniform,
        };
        Variance {
            coef: std::array::from_fn(|k| self.coef[k].join(other.coef[k])),
            lane: self.lane.join(other.lane),
            base,
            exact: self.exact.and(other.exact),
            lane_exact: self.lane_exact.and(other.lane_exact),
            warp_aligned: self.warp_aligned && other.warp_aligned,
            trusted: self.trusted || other.trusted,
        }
        .normal()
    }

    /// The same where these axes may have any influence.
    pub fn tainted(mut self, axes: Axes) -> Variance {
        for k in 0..3 {
            if axes.has(Axes::axis(k)) {
                self.coef[k] = Coef::Unknown;
            }
        }
        if axes.has(Axes::WARP) {
            self.lane = Coef::Unknown;
        }
        self.normal()
    }

    /// What an analysis of less precision would say.
    pub fn told_by(self, mode: VarianceMode) -> Variance {
        if self.is_top() || self.axes().is_none() {
            return self;
        }
        let plain = |c: &Coef| matches!(c, Coef::Known(_));
        match mode {
            VarianceMode::Full => self,
            VarianceMode::Affine1
                if plain(&self.coef[0]) && self.coef[1..].iter().all(|c| c.is_zero()) =>
            {
                Variance { lane: Coef::Unknown, ..self }.normal()
            }
            VarianceMode::Affine1 | VarianceMode::Binary => Variance::VARYING,
        }
    }

    /// The axes that the value varies on.
    pub fn axes(&self) -> Axes {
        let mut axes = Axes::NONE;
        for k in 0..3 {
            if !matches!(self.coef[k], Coef::Known(0) | Coef::Top) {
                axes = axes.join(Axes::axis(k));
            }
        }
        if !matches!(self.lane, Coef::Known(0) | Coef::Top) {
            axes = axes.join(Axes::WARP);
        }
        axes
    }

    /// True where all threads of a block have one value.
    pub fn is_block_uniform(&self) -> bool {
        self.coef.iter().all(|c| c.is_zero())
    }

    /// True where all threads of a warp have one value.
    pub fn is_warp_uniform(&self) -> bool {
        self.lane.is_zero()
    }
}
