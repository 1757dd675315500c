//! Kernels, launch files, references and the comparison of compilers.
