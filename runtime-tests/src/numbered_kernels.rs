//! Kernels `k0`, `k1`, ... of one module, each of which writes a number for each operand, run in the emulator.

use optx_emulator::{Device, LaunchConfig, Module, launch};

/// What is run, and on what.
pub struct Numbered<'a> {
    /// The module's text.
    pub ptx: &'a str,
    /// The operands, one behind the other.
    pub input: &'a [u8],
    /// How many there are.
    pub operands: usize,
    /// How many kernels there are.
    pub kernels: usize,
    /// The bytes of a number that is written: 4 or 8.
    pub width: usize,
}

impl Numbered<'_> {
    /// What each kernel writes for each operand. A kernel's parameters are the operands, the results and their number.
    pub fn results(&self) -> Result<Vec<Vec<u64>>, String> {
        let module = Module::load(self.ptx).map_err(|e| e.to_string())?;
        let mut device = Device::new();
        let (n, size) = (self.operands, (self.width * self.operands) as u64);
        let read = device.alloc(self.input.len() as u64, "in").map_err(|e| e.to_string())?;
        device.write(read, self.input).map_err(|e| e.to_string())?;
        let out = device.alloc(size, "out").map_err(|e| e.to_string())?;
        let grid = [n.div_ceil(128) as u32, 1, 1];
        let config = LaunchConfig { grid, block: [128, 1, 1], ..LaunchConfig::default() };
        let args = [
            read.0.to_le_bytes().to_vec(),
            out.0.to_le_bytes().to_vec(),
            (n as u32).to_le_bytes().to_vec(),
        ];
        let number = |b: &[u8]| b.iter().rev().fold(0, |w, b| w << 8 | u64::from(*b));
        let mut all = Vec::new();
        for k in 0..self.kernels {
            launch(&mut device, &module, &format!("k{k}"), &config, &args)
                .map_err(|e| e.to_string())?;
            let bytes = device.read(out, size).map_err(|e| e.to_string())?;
            all.push(bytes.chunks_exact(self.width).map(number).collect());
        }
        Ok(all)
    }
}
