//! CODEREP, STMTREP, blocks and the CODEMAP: the optimizer's IR.
