//! The bounds that keep hostile input from costing more than a second or 256 MiB.

/// Bounds on what one compilation may use. Each ends in a diagnostic with its own code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Depth of nested parentheses, blocks, declarators and operators.
    pub nesting: u32,
    /// Depth of nested `#include`.
    pub include_depth: u32,
    /// Depth of nested `#if`.
    pub conditional_depth: u32,
    /// Tokens that all macro expansions of one compilation may produce.
    pub expansion_tokens: u32,
    /// Depth of macro arguments that are expanded inside macro arguments.
    pub expansion_depth: u32,
    /// Bytes of all files together.
    pub source_bytes: u32,
    /// Tokens after preprocessing, of 16 bytes each.
    pub tokens: u32,
    /// Errors after which a run stops reporting.
    pub errors: u32,
    /// Bytes of one object.
    pub object_bytes: u64,
    /// Elements that one initialiser may write out.
    pub initializer_elements: u32,
    /// Bytes of an object with static storage, up to the last one that is not initialised to zero by default.
    pub initializer_bytes: usize,
    /// Objects that one object of a class is derived from, in all ways.
    pub bases: u32,
    /// Members of a class, those of its members and bases included; of an array those of one element.
    pub members: u32,
    /// Bytes of the name of a template's instance, written in full: who follows the types that a type is made of comes to an end
    /// within them.
    pub type_name: usize,
    /// Bodies of template instances that ask for each other, as NVCC has it.
    pub instances: u32,
    /// Expressions that default arguments and initial values of members bring in by way of others of their kind, in one compilation.
    pub brought: u32,
    /// Alias templates that deduction looks through, in one compilation.
    pub aliases: u32,
    /// Statements of one list that are in the typed tree at once; what is compiled does not hang on it.
    pub statements_at_once: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            nesting: 300,
            include_depth: 300,
            conditional_depth: 1024,
            expansion_tokens: 12 << 20,
            expansion_depth: 300,
            source_bytes: 256 << 20,
            tokens: 10 << 20,
            errors: 100,
            object_bytes: 1 << 32,
            initializer_elements: 1 << 22,
            initializer_bytes: 1 << 24,
            bases: 1 << 10,
            members: 1 << 14,
            type_name: 1 << 14,
            instances: 200,
            brought: 1 << 17,
            aliases: 1 << 18,
            statements_at_once: 256,
        }
    }
}
