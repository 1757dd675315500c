//! Values as bytes: numbers of eight bytes, texts and lists behind their lengths, alternatives behind a byte. What does not read as it was written is nothing.

/// A value that is written and read.
pub(super) trait Stored: Sized {
    fn write(&self, to: &mut Vec<u8>);
    fn read(from: &mut &[u8]) -> Option<Self>;

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write(&mut bytes);
        bytes
    }

    /// The value that is all of these bytes.
    fn from_bytes(mut bytes: &[u8]) -> Option<Self> {
        Self::read(&mut bytes).filter(|_| bytes.is_empty())
    }
}

/// A structure, field by field: none can be left out, neither written nor read.
macro_rules! stored {
    ($type:ident { $($field:ident),* }) => {
        impl Stored for $type {
            fn write(&self, to: &mut Vec<u8>) {
                let $type { $($field),* } = self;
                $($field.write(to);)*
            }

            fn read(from: &mut &[u8]) -> Option<$type> {
                $(let $field = Stored::read(from)?;)*
                Some($type { $($field),* })
            }
        }
    };
}
pub(super) use stored;

impl Stored for u8 {
    fn write(&self, to: &mut Vec<u8>) {
        to.push(*self);
    }

    fn read(from: &mut &[u8]) -> Option<u8> {
        from.split_off_first().copied()
    }
}

impl Stored for u64 {
    fn write(&self, to: &mut Vec<u8>) {
        to.extend(self.to_le_bytes());
    }

    fn read(from: &mut &[u8]) -> Option<u64> {
        <[u8; 8]>::read(from).map(u64::from_le_bytes)
    }
}

impl Stored for u32 {
    fn write(&self, to: &mut Vec<u8>) {
        u64::from(*self).write(to);
    }

    fn read(from: &mut &[u8]) -> Option<u32> {
        u64::read(from)?.try_into().ok()
    }
}

impl Stored for usize {
    fn write(&self, to: &mut Vec<u8>) {
        (*self as u64).write(to);
    }

    fn read(from: &mut &[u8]) -> Option<usize> {
        u64::read(from)?.try_into().ok()
    }
}

impl Stored for bool {
    fn write(&self, to: &mut Vec<u8>) {
        to.push(u8::from(*self));
    }

    fn read(from: &mut &[u8]) -> Option<bool> {
        match u8::read(from)? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

impl<const N: usize> Stored for [u8; N] {
    fn write(&self, to: &mut Vec<u8>) {
        to.extend(self);
    }

    fn read(from: &mut &[u8]) -> Option<[u8; N]> {
        from.split_off(..N)?.try_into().ok()
    }
}

impl Stored for [u32; 3] {
    fn write(&self, to: &mut Vec<u8>) {
        self.iter().for_each(|number| number.write(to));
    }

    fn read(from: &mut &[u8]) -> Option<[u32; 3]> {
        Some([u32::read(from)?, u32::read(from)?, u32::read(from)?])
    }
}

impl Stored for String {
    fn write(&self, to: &mut Vec<u8>) {
        self.len().write(to);
        to.extend(self.as_bytes());
    }

    fn read(from: &mut &[u8]) -> Option<String> {
        let length = usize::read(from)?;
        let bytes = from.split_off(..length)?;
        String::from_utf8(bytes.to_vec()).ok()
    }
}

impl<T: Stored> Stored for Option<T> {
    fn write(&self, to: &mut Vec<u8>) {
        self.is_some().write(to);
        if let Some(value) = self {
            value.write(to);
        }
    }

    fn read(from: &mut &[u8]) -> Option<Option<T>> {
        match bool::read(from)? {
            true => Some(Some(T::read(from)?)),
            false => Some(None),
        }
    }
}

impl<T: Stored> Stored for Vec<T> {
    fn write(&self, to: &mut Vec<u8>) {
        self.len().write(to);
        self.iter().for_each(|value| value.write(to));
    }

    fn read(from: &mut &[u8]) -> Option<Vec<T>> {
        // A length that is wrong ends with the bytes.
        (0..usize::read(from)?).map(|_| T::read(from)).collect()
    }
}

macro_rules! tuples {
    ($($name:ident $at:tt),*) => {
        impl<$($name: Stored),*> Stored for ($($name,)*) {
            fn write(&self, to: &mut Vec<u8>) {
                $(self.$at.write(to);)*
            }

            fn read(from: &mut &[u8]) -> Option<Self> {
                Some(($($name::read(from)?,)*))
            }
        }
    };
}

tuples!(A 0, B 1);
tuples!(A 0, B 1, C 2);
