//! CUDA C to PTX: the library.
