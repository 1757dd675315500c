//! The words that nvcc takes in pragmas for the numbers of its warnings.
//!
//! Source: tried with NVRTC 13.5, one word after the other: `#pragma nv_diag_suppress WORD` before a text that has every warning.

/// Of the numbers that are in the table of warnings.
const TAGS: &[(&str, u32)] = &[
    ("extra_text_in_pp_directive", 14),
    ("divide_by_zero", 39),
    ("bad_macro_redef", 47),
    ("integer_overflow", 61),
    ("shift_count_too_large", 63),
    ("integer_sign_change", 68),
    ("integer_truncated", 69),
    ("unrecognized_pragma", 161),
    ("float_to_integer_conversion", 173),
    ("expr_has_no_effect", 174),
    ("subscript_out_of_range", 175),
    ("declared_but_not_referenced", 177),
    ("mod_by_zero", 179),
    ("printf_arg_mismatch", 181),
    ("unsigned_compare_with_zero", 186),
    ("assign_where_compare_meant", 187),
    ("unrecognized_char_escape", 192),
    ("float_to_float_conversion", 221),
    ("too_few_printf_args", 224),
    ("too_many_printf_args", 225),
    ("bad_printf_format_string", 226),
    ("used_before_set", 549),
    ("set_but_not_used", 550),
    ("implicit_return_from_non_void_function", 940),
    ("unrecognized_attribute", 1097),
    ("warning_directive", 1105),
    ("unrecognized_gcc_pragma", 1675),
    ("narrowing_conversion", 2361),
    ("attribute_namespace_unrecognized", 2803),
];

/// The number of nvcc's warning that a word means.
#[must_use]
pub fn warning_number(tag: &str) -> Option<u32> {
    TAGS.iter().find(|(name, _)| *name == tag).map(|(_, number)| *number)
}

/// The word nearest to one that is none.
#[must_use]
pub fn warning_tag_near(tag: &str) -> Option<&'static str> {
    crate::nearest(tag, TAGS.iter().map(|(name, _)| *name)).filter(|near| *near != tag)
}

#[cfg(test)]
mod tests {
    use super::TAGS;
    use crate::warning_rows;

    #[test]
    fn each_word_means_a_warning_that_is_told_here() {
        for (tag, number) in TAGS {
            assert!(warning_rows().iter().any(|row| row.numbers.contains(number)), "{tag}");
        }
        assert!(TAGS.is_sorted_by_key(|(_, number)| *number));
    }
}
