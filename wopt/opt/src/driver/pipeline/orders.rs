//! Which pass has to come before which, and why.

/// An order that must hold: the first before the second, with the reason.
pub struct Order {
    /// Comes first.
    pub before: &'static str,
    /// Comes later.
    pub after: &'static str,
    /// Why.
    pub why: &'static str,
}

/// Orders that a test holds the table to.
pub const ORDERS: &[Order] = &[
    Order { before: "memory-spaces", after: "ssa", why: "mu and chi are made per space" },
    Order { before: "memory-spaces", after: "summarize", why: "a summary names spaces" },
    Order { before: "summarize", after: "ssa", why: "callers' mu and chi ask for summaries" },
    Order { before: "propagate", after: "value-numbering", why: "copies hide equal trees" },
    Order {
        before: "propagate",
        after: "dead-code",
        why: "propagation makes the assignments dead",
    },
    Order {
        before: "scalar-replacement-2",
        after: "memory-spaces-2",
        why: "addresses that objects held lead somewhere once they are values",
    },
    Order {
        before: "memory-spaces-2",
        after: "value-numbering",
        why: "which stores a load may read is a matter of classes",
    },
    Order {
        before: "scalar-replacement",
        after: "value-numbering",
        why: "what an object held is a value like others",
    },
    Order {
        before: "load-pre",
        after: "atomic-aggregation",
        why: "no load moves past a barrier of a warp",
    },
    Order {
        before: "value-numbering",
        after: "constant-division",
        why: "a quotient is one node, what becomes of it many",
    },
    Order {
        before: "address-reassociation",
        after: "expression-pre",
        why: "what a loop does not change stands together in a sum then",
    },
    Order {
        before: "narrow-addresses",
        after: "expression-pre",
        why: "a temporary hides where an address leads",
    },
    Order {
        before: "narrow-addresses",
        after: "load-pre",
        why: "two loads of one place have one address then",
    },
    Order {
        before: "load-pre",
        after: "store-sinking",
        why: "a load in the loop keeps its stores there",
    },
    Order {
        before: "load-pre",
        after: "straight-line-reduction",
        why: "an address that is another and a step does not meet itself in the next round",
    },
    Order {
        before: "partial-unrolling",
        after: "strength-reduction",
        why: "a step serves all copies of a round",
    },
    Order {
        before: "expression-pre",
        after: "sinking",
        why: "what several ways have in common stands before them first",
    },
    Order {
        before: "sinking",
        after: "division-bypass",
        why: "a quotient and its guard stand where it is read",
    },
    Order {
        before: "straight-line-reduction",
        after: "strength-reduction",
        why: "one of a round's products is left to step",
    },
    Order {
        before: "strength-reduction",
        after: "expression-pre",
        why: "what steps are made of changes in no round",
    },
    Order {
        before: "speculation",
        after: "straight-line-reduction",
        why: "what is evaluated before guards is made a step from guard to guard",
    },
    Order {
        before: "straight-line-reduction",
        after: "global-reassociation",
        why: "in another order a sum is no step from the one before it",
    },
    Order {
        before: "global-reassociation",
        after: "expression-pre",
        why: "what a loop leaves as it is stands together then",
    },
    Order {
        before: "straight-line-reduction",
        after: "expression-pre",
        why: "what it makes cheap is not worth a register",
    },
    Order {
        before: "load-pre",
        after: "expression-pre",
        why: "a temporary hides where an address leads",
    },
    Order {
        before: "expression-pre",
        after: "placement",
        why: "what an insertion evaluates twice is one evaluation then",
    },
    Order {
        before: "address-reassociation",
        after: "narrow-addresses",
        why: "in 32 bits nothing tells a sum that does not overflow",
    },
    Order { before: "propagate", after: "sccp", why: "it looks at phis that merge constants" },
    Order {
        before: "value-numbering",
        after: "dead-stores",
        why: "a store that was forwarded to all its loads is read by none",
    },
    Order {
        before: "dead-stores",
        after: "dead-code",
        why: "it takes away the chis by which a later store is found",
    },
    Order {
        before: "value-numbering",
        after: "if-conversion",
        why: "an arm with a load stays; one whose load is known goes",
    },
    Order {
        before: "value-numbering",
        after: "joined-stores",
        why: "addresses that are equal are one node by it",
    },
    Order {
        before: "joined-stores",
        after: "if-conversion",
        why: "an arm whose store is gone is pure",
    },
    Order {
        before: "if-conversion",
        after: "propagate-4",
        why: "selections of what is compared are minima and maxima, once copies are gone",
    },
    Order {
        before: "range-propagation",
        after: "bitwise-dead-code",
        why: "what ranges prove is told by bits that nobody looks at",
    },
    Order {
        before: "range-propagation",
        after: "dead-code",
        why: "what only assumptions read is dead once they are gone",
    },
    Order {
        before: "range-propagation",
        after: "constant-division",
        why: "quotients of what is not negative need no sign",
    },
    Order {
        before: "hoisting",
        after: "placement",
        why: "an evaluation that dominates others is read by them then, and dead till then",
    },
    Order { before: "dead-code", after: "hoisting", why: "dead uses would count as evaluations" },
    Order {
        before: "if-conversion",
        after: "hoisting",
        why: "arms that become selections need nothing moved",
    },
    Order { before: "dead-code", after: "placement", why: "dead uses would pull computations up" },
    Order {
        before: "simplify-cfg-2",
        after: "split-edges",
        why: "it would skip the empty blocks again",
    },
    Order {
        before: "placement",
        after: "leave-ssa",
        why: "without it trees are DAGs and the code generator would copy them",
    },
];
