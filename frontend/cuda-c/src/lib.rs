//! CUDA C to VH WHIRL: preprocess, lex, parse, check, translate.
