//! Outside tools as judges: ptxas verdicts, NVRTC and clang as reference compilers.
