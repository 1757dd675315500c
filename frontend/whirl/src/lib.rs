//! WHIRL: the typed tree IR, its text form, verifier and lowering.
