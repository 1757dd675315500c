//! Source map, spans, diagnostics and limits.
