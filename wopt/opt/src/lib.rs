//! M WHIRL to SSA, analyses, passes, pipeline and leaving SSA.
