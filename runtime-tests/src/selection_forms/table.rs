//! The idioms. The first form of each is what optx selects.

use super::{Form, Idiom};

/// All idioms.
pub const IDIOMS: &[Idiom] = &[
    Idiom {
        name: "an element's address",
        source: "p[8 * (long long)(int)threadIdx.x] = a;",
        forms: &[
            Form {
                opcodes: &["mul.wide.s32", "add.s64"],
                body: "mul.wide.s32 %rd3, %r2, 8;\nadd.s64 %rd2, %rd3, %rd0;\nst.global.u8 [%rd2], %r0;",
            },
            Form {
                opcodes: &["mad.wide.s32"],
                body: "mad.wide.s32 %rd2, %r2, 8, %rd0;\nst.global.u8 [%rd2], %r0;",
            },
        ],
    },
    Idiom {
        name: "an element's address, of a stride that is no power of two",
        source: "p[12 * (long long)(int)threadIdx.x] = a;",
        forms: &[
            Form {
                opcodes: &["mul.wide.s32", "add.s64"],
                body: "mul.wide.s32 %rd3, %r2, 12;\nadd.s64 %rd2, %rd3, %rd0;\nst.global.u8 [%rd2], %r0;",
            },
            Form {
                opcodes: &["mad.wide.s32"],
                body: "mad.wide.s32 %rd2, %r2, 12, %rd0;\nst.global.u8 [%rd2], %r0;",
            },
        ],
    },
    Idiom {
        name: "one index, two arrays",
        source: "p[8 * (long long)a] = a; ((char *)q)[8 * (long long)a] = a;",
        forms: &[
            Form {
                opcodes: &["mul.wide.s32", "add.s64"],
                body: "mul.wide.s32 %rd3, %r2, 8;\nadd.s64 %rd2, %rd3, %rd0;\nst.global.u32 [%rd2], %r0;\nadd.s64 %rd4, %rd3, %rd1;\nst.global.u32 [%rd4], %r0;",
            },
            Form {
                opcodes: &["mad.wide.s32"],
                body: "mad.wide.s32 %rd2, %r2, 8, %rd0;\nst.global.u32 [%rd2], %r0;\nmad.wide.s32 %rd4, %r2, 8, %rd1;\nst.global.u32 [%rd4], %r0;",
            },
        ],
    },
    Idiom {
        name: "an extended value in a sum",
        source: "q[0] = q[1] + (int)p[0] * a;",
        forms: &[
            Form {
                opcodes: &["mul.wide.s32"],
                body: "ld.global.u32 %r9, [%rd1];\nld.global.u64 %rd9, [%rd0];\nmul.wide.s32 %rd3, %r9, 1;\nadd.s64 %rd2, %rd9, %rd3;\nst.global.u64 [%rd1], %rd2;",
            },
            Form {
                opcodes: &["cvt.s64.s32"],
                body: "ld.global.u32 %r9, [%rd1];\nld.global.u64 %rd9, [%rd0];\ncvt.s64.s32 %rd3, %r9;\nadd.s64 %rd2, %rd9, %rd3;\nst.global.u64 [%rd1], %rd2;",
            },
        ],
    },
    Idiom {
        name: "an extended unsigned value in a sum",
        source: "q[0] = q[1] + ((unsigned)p[0] * a);",
        forms: &[
            Form {
                opcodes: &["mul.wide.u32"],
                body: "ld.global.u32 %r9, [%rd1];\nld.global.u64 %rd9, [%rd0];\nmul.wide.u32 %rd3, %r9, 1;\nadd.s64 %rd2, %rd9, %rd3;\nst.global.u64 [%rd1], %rd2;",
            },
            Form {
                opcodes: &["cvt.u64.u32"],
                body: "ld.global.u32 %r9, [%rd1];\nld.global.u64 %rd9, [%rd0];\ncvt.u64.u32 %rd3, %r9;\nadd.s64 %rd2, %rd9, %rd3;\nst.global.u64 [%rd1], %rd2;",
            },
        ],
    },
    Idiom {
        name: "an extended unsigned value in a product of 64 bits",
        source: "q[0] = q[1] * (unsigned)a;",
        forms: &[
            Form {
                opcodes: &["cvt.u64.u32"],
                body: "ld.global.u32 %r9, [%rd1];\nld.global.u64 %rd9, [%rd0];\ncvt.u64.u32 %rd3, %r9;\nmul.lo.s64 %rd4, %rd3, %rd9;\nst.global.u64 [%rd1], %rd4;",
            },
            Form {
                opcodes: &["mul.wide.u32"],
                body: "ld.global.u32 %r9, [%rd1];\nld.global.u64 %rd9, [%rd0];\nmul.wide.u32 %rd3, %r9, 1;\nmul.lo.s64 %rd4, %rd3, %rd9;\nst.global.u64 [%rd1], %rd4;",
            },
        ],
    },
    Idiom {
        name: "a product of 64 bits by a power of two",
        source: "q[0] = q[1] * 8;",
        forms: &[
            Form {
                opcodes: &["shl.b64"],
                body: "ld.global.u64 %rd9, [%rd0];\nshl.b64 %rd2, %rd9, 3;\nst.global.u64 [%rd1], %rd2;",
            },
            Form {
                opcodes: &["mul.lo.s64"],
                body: "ld.global.u64 %rd9, [%rd0];\nmul.lo.s64 %rd2, %rd9, 8;\nst.global.u64 [%rd1], %rd2;",
            },
        ],
    },
    Idiom {
        name: "a sum of such a product",
        source: "p[q[1] * 8] = a;",
        forms: &[
            Form {
                opcodes: &["shl.b64", "add.s64"],
                body: "ld.global.u64 %rd9, [%rd0];\nshl.b64 %rd3, %rd9, 3;\nadd.s64 %rd2, %rd3, %rd1;\nst.global.u8 [%rd2], %r0;",
            },
            Form {
                opcodes: &["mad.lo.s64"],
                body: "ld.global.u64 %rd9, [%rd0];\nmad.lo.s64 %rd2, %rd9, 8, %rd1;\nst.global.u8 [%rd2], %r0;",
            },
        ],
    },
    Idiom {
        name: "a sum of a product of 64 bits",
        source: "p[q[1] * 24] = a;",
        forms: &[
            Form {
                opcodes: &["mad.lo.s64"],
                body: "ld.global.u64 %rd9, [%rd0];\nmad.lo.s64 %rd2, %rd9, 24, %rd1;\nst.global.u8 [%rd2], %r0;",
            },
            Form {
                opcodes: &["mul.lo.s64", "add.s64"],
                body: "ld.global.u64 %rd9, [%rd0];\nmul.lo.s64 %rd3, %rd9, 24;\nadd.s64 %rd2, %rd3, %rd1;\nst.global.u8 [%rd2], %r0;",
            },
        ],
    },
    Idiom {
        name: "a sum of a product of 32 bits",
        source: "*(int *)p = *(int *)q * 8 + a;",
        forms: &[
            Form {
                opcodes: &["mad.lo.s32"],
                body: "ld.global.u32 %r9, [%rd0];\nmad.lo.s32 %r8, %r9, 8, %r0;\nst.global.u32 [%rd1], %r8;",
            },
            Form {
                opcodes: &["shl.b32", "add.s32"],
                body: "ld.global.u32 %r9, [%rd0];\nshl.b32 %r7, %r9, 3;\nadd.s32 %r8, %r7, %r0;\nst.global.u32 [%rd1], %r8;",
            },
        ],
    },
    Idiom {
        name: "a product of 32 bits by a power of two",
        source: "*(int *)p = *(int *)q * 8;",
        forms: &[
            Form {
                opcodes: &["mul.lo.s32"],
                body: "ld.global.u32 %r9, [%rd0];\nmul.lo.s32 %r8, %r9, 8;\nst.global.u32 [%rd1], %r8;",
            },
            Form {
                opcodes: &["shl.b32"],
                body: "ld.global.u32 %r9, [%rd0];\nshl.b32 %r8, %r9, 3;\nst.global.u32 [%rd1], %r8;",
            },
        ],
    },
    Idiom {
        name: "an element of a shared array beside one of a global array",
        source: "__shared__ int s[64]; s[a] = ((int *)p)[a]; __syncthreads(); q[0] = s[b];",
        forms: &[
            Form {
                opcodes: &["mov.u32", "mad.lo.s32"],
                body: "mov.u32 %r5, s;\nmad.lo.s32 %r6, %r2, 4, %r5;\nmul.wide.s32 %rd7, %r2, 4;\nadd.s64 %rd8, %rd7, %rd0;\nld.global.u32 %r12, [%rd8];\nst.shared.u32 [%r6], %r12;",
            },
            Form {
                opcodes: &["mov.u64", "mul.wide.s32"],
                body: "mov.u64 %rd5, s;\nmul.wide.s32 %rd7, %r2, 4;\nadd.s64 %rd6, %rd7, %rd5;\nadd.s64 %rd8, %rd7, %rd0;\nld.global.u32 %r12, [%rd8];\nst.shared.u32 [%rd6], %r12;",
            },
        ],
    },
    Idiom {
        name: "an element of a shared array in a loop",
        source: "__shared__ int s[64]; s[b & 63] = a; __syncthreads(); for (int i = 32; i > 0; i >>= 1) s[a & 1] = s[(i + b) & 63]; __syncthreads(); q[0] = s[0];",
        forms: &[
            Form {
                opcodes: &["mad.lo.s32"],
                body: "mov.u32 %r15, s;\nmov.u32 %r10, 64;\nL: add.s32 %r11, %r10, %r2;\nmad.lo.s32 %r16, %r11, 4, %r15;\nld.shared.u32 %r12, [%r16];\nst.shared.u32 [%r15], %r12;\nshr.s32 %r10, %r10, 1;\nsetp.gt.s32 %p1, %r10, 0;\n.pragma \"nounroll\";\n@%p1 bra L;",
            },
            Form {
                opcodes: &["mul.wide.s32", "add.s64"],
                body: "mov.u64 %rd5, s;\nmov.u32 %r10, 64;\nL: add.s32 %r11, %r10, %r2;\nmul.wide.s32 %rd7, %r11, 4;\nadd.s64 %rd6, %rd7, %rd5;\nld.shared.u32 %r12, [%rd6];\nst.shared.u32 [%rd5], %r12;\nshr.s32 %r10, %r10, 1;\nsetp.gt.s32 %p1, %r10, 0;\n.pragma \"nounroll\";\n@%p1 bra L;",
            },
        ],
    },
    Idiom {
        name: "a byte of a word, unsigned",
        source: "*(unsigned *)p = *(unsigned *)q & 255;",
        forms: &[
            Form {
                opcodes: &["and.b32"],
                body: "ld.global.u32 %r9, [%rd0];\nand.b32 %r8, %r9, 255;\nst.global.u32 [%rd1], %r8;",
            },
            Form {
                opcodes: &["cvt.u32.u8"],
                body: "ld.global.u32 %r9, [%rd0];\ncvt.u32.u8 %r8, %r9;\nst.global.u32 [%rd1], %r8;",
            },
        ],
    },
    Idiom {
        name: "a byte of a word, signed",
        source: "*(int *)p = (signed char)*(int *)q;",
        forms: &[
            Form {
                opcodes: &["cvt.s32.s8"],
                body: "ld.global.u32 %r9, [%rd0];\ncvt.s32.s8 %r8, %r9;\nst.global.u32 [%rd1], %r8;",
            },
            Form {
                opcodes: &["shl.b32", "shr.s32"],
                body: "ld.global.u32 %r9, [%rd0];\nshl.b32 %r7, %r9, 24;\nshr.s32 %r8, %r7, 24;\nst.global.u32 [%rd1], %r8;",
            },
        ],
    },
    Idiom {
        name: "a field of a word",
        source: "*(unsigned *)p = *(unsigned *)q >> 5 & 127;",
        forms: &[
            Form {
                opcodes: &["shr.u32", "and.b32"],
                body: "ld.global.u32 %r9, [%rd0];\nshr.u32 %r7, %r9, 5;\nand.b32 %r8, %r7, 127;\nst.global.u32 [%rd1], %r8;",
            },
            Form {
                opcodes: &["bfe.u32"],
                body: "ld.global.u32 %r9, [%rd0];\nbfe.u32 %r8, %r9, 5, 7;\nst.global.u32 [%rd1], %r8;",
            },
        ],
    },
    Idiom {
        name: "a comparison as a number",
        source: "*(int *)p = *(int *)q < a;",
        forms: &[
            Form {
                opcodes: &["setp.lt.s32", "selp.b32"],
                body: "ld.global.u32 %r9, [%rd0];\nsetp.lt.s32 %p1, %r9, %r0;\nselp.b32 %r8, 1, 0, %p1;\nst.global.u32 [%rd1], %r8;",
            },
            Form {
                opcodes: &["set.lt.u32.s32", "neg.s32"],
                body: "ld.global.u32 %r9, [%rd0];\nset.lt.u32.s32 %r7, %r9, %r0;\nneg.s32 %r8, %r7;\nst.global.u32 [%rd1], %r8;",
            },
        ],
    },
    Idiom {
        name: "a branch where a condition does not hold",
        source: "if (*(int *)q < a) { __syncthreads(); *p = 1; }",
        forms: &[
            Form {
                opcodes: &["setp.lt.s32", "@!%p"],
                body: "ld.global.u32 %r9, [%rd0];\nsetp.lt.s32 %p1, %r9, %r0;\n@!%p1 bra L;\nbar.sync 0;\nst.global.u32 [%rd1], %r0;\nL:",
            },
            Form {
                opcodes: &["setp.ge.s32"],
                body: "ld.global.u32 %r9, [%rd0];\nsetp.ge.s32 %p1, %r9, %r0;\n@%p1 bra L;\nbar.sync 0;\nst.global.u32 [%rd1], %r0;\nL:",
            },
        ],
    },
    Idiom {
        name: "the high word of a value",
        source: "*(unsigned *)p = q[0] >> 32;",
        forms: &[
            Form {
                opcodes: &["shr", "cvt.u32.u64"],
                body: "ld.global.u64 %rd9, [%rd0];\nshr.u64 %rd8, %rd9, 32;\ncvt.u32.u64 %r8, %rd8;\nst.global.u32 [%rd1], %r8;",
            },
            Form {
                opcodes: &["mov.b64"],
                body: "ld.global.u64 %rd9, [%rd0];\nmov.b64 {%r7, %r8}, %rd9;\nst.global.u32 [%rd1], %r8;",
            },
        ],
    },
];
