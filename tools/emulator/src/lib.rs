//! Runs PTX text on the CPU, warp by warp.
