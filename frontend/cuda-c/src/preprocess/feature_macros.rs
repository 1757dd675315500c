//! The macros by which a program asks what the language has: `__cpp_...`, by the standard that `-std` names.
//!
//! Source: what NVRTC 13.5 predefines under each `-std`, asked name by name. In NVRTC's mode all of them are predefined, so that a program takes
//! the way that it takes there; else only those of what this compiler has, so that a program which has another way takes that.

use crate::options::Standard;

/// A name behind `__cpp_`, whether this compiler has the feature, and the macro's value by standard, from C++03 on; 0 where there is none.
type Row = (&'static str, bool, [u32; 6]);

/// The definitions of a standard, one a line.
pub(super) fn feature_macros(standard: Standard, of_nvrtc: bool) -> String {
    let mut s = String::new();
    for (name, here, values) in FEATURES {
        let value = values[standard as usize];
        if value != 0 && (of_nvrtc || *here) {
            s.push_str(&format!("#define __cpp_{name} {value}L\n"));
        }
    }
    s
}

#[rustfmt::skip]
const FEATURES: &[Row] = &[
    ("aggregate_bases", true, [0, 0, 0, 201603, 201603, 201603]),
    ("aggregate_nsdmi", false, [0, 0, 201304, 201304, 201304, 201304]),
    ("aggregate_paren_init", false, [0, 0, 0, 0, 201902, 201902]),
    ("alias_templates", true, [0, 200704, 200704, 200704, 200704, 200704]),
    ("aligned_new", false, [0, 0, 0, 201606, 201606, 201606]),
    ("attributes", false, [0, 200809, 200809, 200809, 200809, 200809]),
    ("auto_cast", false, [0, 0, 0, 0, 0, 202110]),
    ("binary_literals", true, [0, 0, 201304, 201304, 201304, 201304]),
    ("capture_star_this", false, [0, 0, 0, 201603, 201603, 201603]),
    ("char8_t", false, [0, 0, 0, 0, 202207, 202207]),
    ("concepts", false, [0, 0, 0, 0, 202002, 202002]),
    ("conditional_explicit", false, [0, 0, 0, 0, 201806, 201806]),
    ("consteval", false, [0, 0, 0, 0, 202211, 202211]),
    ("constexpr", true, [0, 200704, 201304, 201603, 201907, 202211]),
    ("constexpr_dynamic_alloc", false, [0, 0, 0, 0, 201907, 201907]),
    ("constexpr_in_decltype", false, [0, 0, 0, 0, 201711, 201711]),
    ("constinit", false, [0, 0, 0, 0, 201907, 201907]),
    ("decltype", true, [0, 200707, 200707, 200707, 200707, 200707]),
    ("decltype_auto", true, [0, 0, 201304, 201304, 201304, 201304]),
    ("deduction_guides", false, [0, 0, 0, 201703, 201907, 201907]),
    ("delegating_constructors", true, [0, 200604, 200604, 200604, 200604, 200604]),
    ("designated_initializers", false, [0, 0, 0, 0, 201707, 201707]),
    ("digit_separators", false, [0, 0, 201309, 201309, 201309, 201309]),
    ("enumerator_attributes", false, [0, 0, 0, 201411, 201411, 201411]),
    ("exceptions", false, [0, 199711, 199711, 199711, 199711, 199711]),
    ("explicit_bool", false, [0, 0, 0, 0, 201806, 201806]),
    ("explicit_this_parameter", false, [0, 0, 0, 0, 0, 202110]),
    ("fold_expressions", false, [0, 0, 0, 201603, 201603, 201603]),
    ("generic_lambdas", false, [0, 0, 201304, 201304, 201707, 201707]),
    ("guaranteed_copy_elision", false, [0, 0, 0, 201606, 201606, 201606]),
    ("hex_float", true, [0, 0, 0, 201603, 201603, 201603]),
    ("if_consteval", false, [0, 0, 0, 0, 0, 202106]),
    ("if_constexpr", true, [0, 0, 0, 201606, 201606, 201606]),
    ("impl_destroying_delete", false, [0, 0, 0, 0, 201806, 201806]),
    ("impl_three_way_comparison", false, [0, 0, 0, 0, 201907, 201907]),
    ("implicit_move", false, [0, 0, 0, 0, 0, 202207]),
    ("inheriting_constructors", true, [0, 201511, 201511, 201511, 201511, 201511]),
    ("init_captures", false, [0, 0, 201304, 201304, 201803, 201803]),
    ("initializer_lists", false, [0, 200806, 200806, 200806, 200806, 200806]),
    ("inline_variables", false, [0, 0, 0, 201606, 201606, 201606]),
    ("lambdas", false, [0, 200907, 200907, 200907, 200907, 200907]),
    ("multidimensional_subscript", false, [0, 0, 0, 0, 0, 202211]),
    ("named_character_escapes", false, [0, 0, 0, 0, 0, 202207]),
    ("namespace_attributes", true, [0, 0, 0, 201411, 201411, 201411]),
    ("nested_namespace_definitions", false, [0, 0, 0, 201411, 201411, 201411]),
    ("noexcept_function_type", false, [0, 0, 0, 201510, 201510, 201510]),
    ("nontype_template_args", false, [0, 0, 0, 201411, 201911, 201911]),
    ("nontype_template_parameter_auto", false, [0, 0, 0, 201606, 201606, 201606]),
    ("nsdmi", true, [0, 200809, 200809, 200809, 200809, 200809]),
    ("range_based_for", true, [0, 200907, 200907, 201603, 201603, 202211]),
    ("raw_strings", true, [0, 200710, 200710, 200710, 200710, 200710]),
    ("ref_qualifiers", false, [0, 200710, 200710, 200710, 200710, 200710]),
    ("return_type_deduction", false, [0, 0, 201304, 201304, 201304, 201304]),
    ("rtti", false, [199711, 199711, 199711, 199711, 199711, 199711]),
    ("rvalue_references", true, [0, 200610, 200610, 200610, 200610, 200610]),
    ("size_t_suffix", false, [0, 0, 0, 0, 0, 202011]),
    ("sized_deallocation", false, [0, 0, 201309, 201309, 201309, 201309]),
    ("static_assert", true, [0, 200410, 200410, 201411, 201411, 201411]),
    ("static_call_operator", false, [0, 0, 0, 0, 0, 202207]),
    ("structured_bindings", false, [0, 0, 0, 201606, 201606, 201606]),
    ("template_template_args", false, [0, 0, 201611, 201611, 201611, 201611]),
    ("threadsafe_static_init", false, [0, 200806, 200806, 200806, 200806, 200806]),
    ("unicode_characters", false, [0, 200704, 200704, 200704, 200704, 200704]),
    ("unicode_literals", true, [0, 200710, 200710, 200710, 200710, 200710]),
    ("user_defined_literals", false, [0, 200809, 200809, 200809, 200809, 200809]),
    ("using_enum", false, [0, 0, 0, 0, 201907, 201907]),
    ("variable_templates", false, [0, 0, 201304, 201304, 201304, 201304]),
    ("variadic_templates", false, [0, 200704, 200704, 200704, 200704, 200704]),
    ("variadic_using", false, [0, 0, 0, 201611, 201611, 201611]),
];
