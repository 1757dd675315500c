//! Launch files: read, check, fill buffers, run on a device, compare.
