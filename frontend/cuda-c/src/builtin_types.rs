//! Type names that every compilation knows: C's typedefs and CUDA's vector types.

use crate::ast::BaseWord;

/// What a built-in type name stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BuiltinType {
    /// Another name of a scalar.
    Alias(BaseWord),
    /// A vector of so many, with its alignment.
    Vector { element: BaseWord, count: u8, align: u8 },
}

const ALIASES: &[(&str, BaseWord)] = &[
    ("size_t", BaseWord::ULong),
    ("ssize_t", BaseWord::Long),
    ("ptrdiff_t", BaseWord::Long),
    ("intptr_t", BaseWord::Long),
    ("uintptr_t", BaseWord::ULong),
    ("int8_t", BaseWord::SChar),
    ("int16_t", BaseWord::Short),
    ("int32_t", BaseWord::Int),
    ("int64_t", BaseWord::Long),
    ("uint8_t", BaseWord::UChar),
    ("uint16_t", BaseWord::UShort),
    ("uint32_t", BaseWord::UInt),
    ("uint64_t", BaseWord::ULong),
    ("int_fast8_t", BaseWord::SChar),
    ("int_fast16_t", BaseWord::Long),
    ("int_fast32_t", BaseWord::Long),
    ("int_fast64_t", BaseWord::Long),
    ("uint_fast8_t", BaseWord::UChar),
    ("uint_fast16_t", BaseWord::ULong),
    ("uint_fast32_t", BaseWord::ULong),
    ("uint_fast64_t", BaseWord::ULong),
    ("int_least8_t", BaseWord::SChar),
    ("int_least16_t", BaseWord::Short),
    ("int_least32_t", BaseWord::Int),
    ("int_least64_t", BaseWord::Long),
    ("uint_least8_t", BaseWord::UChar),
    ("uint_least16_t", BaseWord::UShort),
    ("uint_least32_t", BaseWord::UInt),
    ("uint_least64_t", BaseWord::ULong),
    ("intmax_t", BaseWord::Long),
    ("uintmax_t", BaseWord::ULong),
    ("clock_t", BaseWord::Long),
    ("time_t", BaseWord::Long),
    ("uint", BaseWord::UInt),
    ("ushort", BaseWord::UShort),
    ("ulong", BaseWord::ULong),
    ("u_int8_t", BaseWord::UChar),
    ("u_int16_t", BaseWord::UShort),
    ("u_int32_t", BaseWord::UInt),
    ("u_int64_t", BaseWord::ULong),
    ("u_int", BaseWord::UInt),
    ("u_char", BaseWord::UChar),
    ("u_short", BaseWord::UShort),
    ("u_long", BaseWord::ULong),
    ("wchar_t", BaseWord::Int),
    // Handles are numbers; what reads through them is absent.
    ("cudaTextureObject_t", BaseWord::ULongLong),
    ("cudaSurfaceObject_t", BaseWord::ULongLong),
];

const VECTORS: &[(&str, BaseWord, u8)] = &[
    ("char", BaseWord::SChar, 1),
    ("uchar", BaseWord::UChar, 1),
    ("short", BaseWord::Short, 2),
    ("ushort", BaseWord::UShort, 2),
    ("int", BaseWord::Int, 4),
    ("uint", BaseWord::UInt, 4),
    ("long", BaseWord::Long, 8),
    ("ulong", BaseWord::ULong, 8),
    ("longlong", BaseWord::LongLong, 8),
    ("ulonglong", BaseWord::ULongLong, 8),
    ("float", BaseWord::Float, 4),
    ("double", BaseWord::Double, 8),
];

/// The built-in type of that name.
pub(crate) fn find(name: &str) -> Option<BuiltinType> {
    if let Some(&(_, w)) = ALIASES.iter().find(|a| a.0 == name) {
        return Some(BuiltinType::Alias(w));
    }
    // Four numbers of 8 bytes, of a stated alignment (CUDA 13).
    for (end, align) in [("4_16a", 16), ("4_32a", 32)] {
        if let Some(stem) = name.strip_suffix(end) {
            let &(_, element, size) = VECTORS.iter().find(|v| v.0 == stem)?;
            return (size == 8).then_some(BuiltinType::Vector { element, count: 4, align });
        }
    }
    let count =
        name.as_bytes().last().and_then(|c| c.checked_sub(b'0')).filter(|c| (1..=4).contains(c))?;
    let stem = &name[..name.len() - 1];
    let &(_, element, size) = VECTORS.iter().find(|v| v.0 == stem)?;
    let align = match count {
        2 => size * 2,
        4 => (size * 4).min(16),
        _ => size,
    };
    Some(BuiltinType::Vector { element, count, align })
}

/// Whether a name is one of the functions that read textures, or read and write surfaces.
pub(crate) fn is_texture_function(name: &str) -> bool {
    let rest = name.strip_prefix("tex").or_else(|| name.strip_prefix("surf"));
    let shapes = ["1D", "2D", "3D", "Cubemap"];
    rest.is_some_and(|r| shapes.iter().any(|s| r.starts_with(s)))
}

/// Whether a name is a built-in type.
pub(crate) fn is_type(name: &str) -> bool {
    find(name).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors() {
        let v = |element, count, align| Some(BuiltinType::Vector { element, count, align });
        assert_eq!(find("float4"), v(BaseWord::Float, 4, 16));
        assert_eq!(find("double4"), v(BaseWord::Double, 4, 16));
        assert_eq!(find("double4_16a"), v(BaseWord::Double, 4, 16));
        assert_eq!(find("ulong4_32a"), v(BaseWord::ULong, 4, 32));
        assert_eq!((find("float4_16a"), find("double2_16a")), (None, None));
        assert_eq!(find("float3"), v(BaseWord::Float, 3, 4));
        assert_eq!(find("uchar2"), v(BaseWord::UChar, 2, 2));
        assert_eq!(find("longlong2"), v(BaseWord::LongLong, 2, 16));
        assert_eq!(find("float5"), None);
        assert_eq!(find("cudaTextureObject_t"), Some(BuiltinType::Alias(BaseWord::ULongLong)));
        assert!(is_texture_function("tex1Dfetch") && is_texture_function("surf2DLayeredwrite"));
        assert!(!is_texture_function("texture") && !is_texture_function("surface1D"));
        assert_eq!(find("uint"), Some(BuiltinType::Alias(BaseWord::UInt)));
    }
}
