//! The text form: hand-written modules with every kind of section and attribute read and print to themselves, and what
//! is no module is an error at its line.

use optx_whirl::parse::parse_module;
use optx_whirl::print::print_module;
use optx_whirl::verify::{AtLevel, verify_module};

/// One of each: options, types, symbols, initial values, inline PTX, attributes of nodes.
const EVERYTHING: &str = r#"(whirl 1
 (options target=sm_90a O=2 fmad=false ftz=true prec-div=false prec-sqrt=false fast-math=true lineinfo=true restrict=true maxrregcount=40 ptx-version=8.5)
 (file "a \"b\"\\\n.cu")
 (type t0 scalar I4)
 (type t1 pointer t5)
 (type t2 array t0 7)
 (type t3 bool)
 (type t4 union "U" 8 8 ("i" t0 0) ("p" t1 0))
 (type t5 struct "S" 24 8 ("a" t0 0 <0:3>) ("b" t0 0 <3:29>) ("next" t1 8) ("u" t4 16))
 (type t6 scalar F4)
 (type t7 scalar U8)
 (global $0 "g" t2 global align=4 (init "0102ff"))
 (global $1 "at" t1 global align=8 (init "" (0 $0 -4)))
 (global $2 "c" t2 constant align=16 !const)
 (global $3 "s" t2 shared align=4 !volatile)
 (global $4 "d" t2 shared-dynamic align=4)
 (function =0 device "f" "_Z1fi" @0:1:2 !no-inline (result t0)
  (local %0 "x" t0 param align=4 =0)
  (BLOCK
   (I4RETURN_VAL @0:1:9 (I4NEG (I4I4LDID %0))))
 )
 (function =1 kernel "k" "k" @0:3:4 (bounds 256 2)
  (local %0 "p" t1 param align=8 !restrict =0)
  (local %1 "i" t0 auto align=4)
  (local %2 "w" t0 auto align=4 !volatile)
  (local %3 "o" t5 auto align=8)
  (asm =0 "add.s32 %0, %1, 1;" (out %1 r 0) (in r) !volatile !memory)
  (BLOCK
   (I4STID @0:4:1 %1 (I4INTCONST =-5))
   (F4STID @0:4:2 %1 (F4CONST =0x3f800000 #1.0))
   (I4STID @0:4:3 %1 (I4I4LDID !volatile %2))
   (I4ISTORE @0:5:1 !volatile -8 (I4INTCONST =1) (U8U8LDID %0))
   (I4STID @0:5:2 %1 (I4I4ILOAD !ro +12 align=4 (U8U8LDID %0)))
   (MSTID @0:5:3 %3 t5 (MMILOAD t5 (U8U8LDID %0)))
   (I4STBITS @0:6:1 %3 <3:5> (I4INTCONST =2))
   (I4STID @0:6:2 %1 (I4I4ILDBITS <0:3> (U8U8LDID %0)))
   (I4CALL @0:7:1 %1 =0 (I4I4LDID %1))
   (I4I4INTRINSIC_CALL @0:8:1 !system ~atom.add %1 (U8LDA $0 +4) (I4INTCONST =1))
   (I4I4INTRINSIC_CALL @0:8:2 !block ~atom.add (U8LDA $3) (I4INTCONST =1))
   (ASM_STMT @0:9:1 =0 (I4I4LDID %1))
   (PRAGMA_UNROLL @0:10:1 =4)
   (WHILE_DO @0:10:2
    (BI4LT (I4I4LDID %1) (I4INTCONST =9))
    (BLOCK
     (IF @0:11:1
      (BCAND (BI4NE (I4I4LDID %1) (I4INTCONST =3)) (BLNOT (BI4EQ (I4I4LDID %1) (I4INTCONST =4))))
      (BLOCK
       (GOTO @0:11:5 L1))
      (BLOCK))))
   (I4SWITCH @0:12:1 L1
    (I4I4LDID %1)
    (BLOCK
     (CASEGOTO @0:12:2 L0 =18446744073709551615)))
   (LABEL @0:13:1 L0)
   (LABEL @0:13:2 L1)
   (EVAL @0:14:1 (I4COMMA
     (BLOCK)
     (I4CSELECT (BINTCONST =1) (I4I1CVTL (I4I4LDID %1)) (I4F4TAS (F4CONST =0x0 #0.0)))))
   (RETURN @0:15:1))
 )
)
"#;

#[test]
fn everything_reads_and_prints_to_itself() {
    let module = parse_module(EVERYTHING).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(verify_module(&module, AtLevel::Vh), vec![]);
    let printed = print_module(&module);
    let again = parse_module(&printed).unwrap_or_else(|e| panic!("{e}\n{printed}"));
    assert_eq!(print_module(&again), printed);
    // Nothing of the hand-written text is lost: the same words in the same order.
    let words = |text: &str| -> Vec<String> {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        spaced.split_whitespace().map(str::to_owned).collect()
    };
    assert_eq!(words(&printed), words(EVERYTHING));
}

/// Level M with calls that stayed calls: an aggregate by value and returned, a scalar, nothing.
const CALLS: &str = r#"(whirl 1 m
 (options target=sm_75 O=3)
 (type t0 scalar I4)
 (type t1 struct "S" 8 4 ("a" t0 0) ("b" t0 4))
 (type t2 scalar I1)
 (function =0 kernel "k" "k" @0:9:1
  (local %0 "i" t0 auto align=4)
  (local %1 "s" t1 auto align=4)
  (BLOCK
   (VCALL @0:9:2 %1 =1 (I4I4LDID %1) (I4I4LDID %1 +4) (I4INTCONST =-3))
   (I4CALL @0:9:3 %0 =2 (I4I4LDID %0))
   (VCALL @0:9:4 =2 (I4I4LDID %0))
   (RETURN @0:9:5)
  )
 )
 (function =1 device "f" "_Z1f1Sa" @0:1:1 !no-inline (result t1 %2)
  (local %0 "s" t1 param align=4 =0)
  (local %1 "c" t2 param align=1 =1)
  (local %2 "result" t1 auto align=4)
  (BLOCK
   (I4STID @0:1:5 %2 (I4I1LDID %1))
   (I4STID @0:1:6 %2 +4 (I4I4LDID %0 +4))
   (RETURN @0:1:9)
  )
 )
 (function =2 device "g" "_Z1gi" @0:2:1 !no-inline (result t0)
  (local %0 "x" t0 param align=4 =0)
  (BLOCK
   (I4RETURN_VAL @0:2:9 (I4NEG (I4I4LDID %0)))
  )
 )
)
"#;

#[test]
fn calls_of_level_m_read_and_print_to_themselves() {
    let module = parse_module(CALLS).unwrap_or_else(|e| panic!("{e}"));
    assert!(module.lowered);
    assert_eq!(verify_module(&module, AtLevel::M), vec![]);
    assert_eq!(print_module(&module), CALLS);
}

/// Places: parts of statements, lengths, inlined bodies, another statement's part, none at all.
const PLACES: &str = r#"(whirl 1 m
 (options target=sm_75 O=3)
 (type t0 scalar I4)
 (type t1 pointer t0)
 (site =0 @0:12:7+5/0:12:3+20)
 (site =1 @1:3:9+4<0)
 (function =0 kernel "k" "k" @0:9:1
  (local %0 "p" t1 auto align=8)
  (local %1 "i" t0 auto align=4)
  (BLOCK @0:9:3+99
   (I4ISTORE @0:10:3+4/0:10:3+20 (I4ADD (I4I4ILOAD @0:10:9+4/ (U8U8LDID %0)) (I4I4ILOAD @0:11:9+4/0:11:2 (U8U8LDID %0))) (U8U8LDID %0))
   (I4STID @1:4:5+9<1 %1 (I4DIV @1:4:7+3/ (I4I4LDID %1) (I4I4LDID @0:12:7+5/0:12:3+20 %1)))
   (LABEL L0)
   (GOTO @0:13:1+5 L0)
  )
 )
)
"#;

#[test]
fn places_read_and_print_to_themselves() {
    let module = parse_module(PLACES).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(verify_module(&module, AtLevel::M), vec![]);
    assert_eq!(print_module(&module), PLACES);
    let pu = &module.functions[0];
    let stid = pu.tree.kid(pu.body, 1);
    let divided = pu.tree.get(pu.tree.kid(stid, 0)).loc;
    let chain: Vec<(u32, u16, u16)> = std::iter::successors(Some(divided), |&loc| {
        Some(module.locs.inlined_at(loc)).filter(|loc| !loc.is_none())
    })
    .map(|loc| module.locs.get(loc))
    .map(|place| (place.line, place.column, place.length))
    .collect();
    assert_eq!(chain, [(4, 7, 3), (3, 9, 4), (12, 7, 5)]);
    assert_eq!(module.locs.statement(divided), pu.tree.get(stid).loc);
}

#[track_caller]
fn refused(text: &str, line: u32, wanted: &str) {
    match parse_module(text) {
        Ok(_) => panic!("read: {text}"),
        Err(e) => {
            assert!(e.message.contains(wanted), "{e}, not {wanted}");
            assert_eq!(e.line, line, "{e}");
        }
    }
}

#[test]
fn errors_say_their_line() {
    refused("", 1, "");
    refused("(ssa 1)", 1, "whirl");
    refused("(whirl 1\n (what))", 2, "unknown section `what`");
    refused("(whirl 1\n (options target=sm_80 O=4))", 2, "wants a number from 0 to 3");
    refused("(whirl 1\n (options target=sm_80 Q=4))", 2, "not an option");
    refused("(whirl 1\n\n (type t1 scalar I4))", 3, "expected t0");
    refused("(whirl 1\n (type t0 scalar Q9))", 2, "not a scalar machine type");
    refused("(whirl 1\n (type t0 array t3 4))", 2, "no type t3");
    refused(
        "(whirl 1\n (type t0 scalar I4)\n (global $0 \"g\" t0 attic align=4))",
        3,
        "storage class `attic`",
    );
    refused(
        "(whirl 1\n (type t0 scalar I4)\n (global $0 \"g\" t0 global align=4 (init \"0\")))",
        3,
        "even number",
    );
    refused("(whirl 1\n (file \"open))", 2, "closing quote");
    let body = |text: &str| {
        format!(
            "(whirl 1\n (type t0 scalar I4)\n (function =0 kernel \"k\" \"k\"\n  (local %0 \"i\" t0 auto align=4)\n{text}))"
        )
    };
    refused(&body("  (BLOCK\n (I4FROB))"), 6, "unknown opcode `I4FROB`");
    refused(&body("  (BLOCK\n (I4STID %7 (I4INTCONST =1)))"), 6, "`%7` is not an attribute");
    refused(&body("  (BLOCK\n\n (I4STID %0))"), 7, "STID wants 1 kids, not 0");
    refused(&body("  (BLOCK (I4STID %0 (I4INTCONST ?)))"), 5, "`?` is not an attribute");
    refused(&body(""), 5, "no body");
    refused("(whirl 1\n (site =1 @0:1:1))", 2, "expected =0");
    refused("(whirl 1\n (site =0))", 2, "expected the call's place");
    refused("(whirl 1\n (site =0 @0:0:1))", 2, "a site has a line");
    refused("(whirl 1\n (site =0 @0:1:1<0))", 2, "no site <0");
    refused(&body("  (BLOCK\n (GOTO @0:1:2/ L0))"), 6, "no statement around it");
    refused(&body("  (BLOCK (I4STID @0:1:2\n %0 (I4I4LDID @0:1:2+x/)))"), 6, "is no place");
    refused(&body("  (BLOCK @0:1:1<4294967296)"), 5, "no site <4294967296");
    refused("(whirl 1)\n x", 2, "after the end");
    refused("(whirl 1 q)", 1, "`q` is no level");
    refused(
        "(whirl 1 m\n (type t0 scalar I4)\n (function =0 device \"f\" \"f\"\n (result t0 %99999999)",
        4,
        "there is no local",
    );
}
