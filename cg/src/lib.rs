//! Code generation: Func in form Regs to LIR to PTX text.
