//! What the driver is told to do: `OPTX_FAKE_DRIVER`, words with commas between them.

/// The variable of the environment that says it.
pub const VARIABLE: &str = "OPTX_FAKE_DRIVER";

/// How the driver behaves. Without a word it has one device that does all the emulator does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Behaviour {
    /// `no-device`: it finds none when it is initialised.
    pub no_device: bool,
    /// `devices=N`
    pub devices: i32,
    /// `version=12.2`: its CUDA, and so the latest PTX that it knows.
    pub version: (i32, i32),
    /// `capability=8.0`
    pub capability: (i32, i32),
    /// `memory=BYTES`
    pub memory: usize,
    /// `hang=KERNEL`: it never ends.
    pub hang: Option<String>,
    /// `fault=KERNEL`: it reads where it must not.
    pub fault: Option<String>,
    /// `crash=KERNEL`: it takes the process with it.
    pub crash: Option<String>,
    /// `silent`: what kernels print is lost.
    pub silent: bool,
    /// `refuse=KERNEL`: the JIT refuses its module.
    pub refuse: Option<String>,
    /// `no-management`: clocks and what holds them back are not told.
    pub no_management: bool,
    /// `wrong=KERNEL`: a byte in the middle of the largest allocation is another afterwards.
    pub wrong: Option<String>,
}

impl Default for Behaviour {
    fn default() -> Behaviour {
        Behaviour {
            no_device: false,
            devices: 1,
            version: (13, 0),
            capability: (9, 0),
            memory: 8 << 30,
            hang: None,
            fault: None,
            crash: None,
            silent: false,
            refuse: None,
            no_management: false,
            wrong: None,
        }
    }
}

impl Behaviour {
    /// Of the words of a text; one that is unknown or has no sense changes nothing, which its test notices.
    pub fn read(text: &str) -> Behaviour {
        let mut b = Behaviour::default();
        for word in text.split(',') {
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            let named = || Some(value.to_owned());
            match key.trim() {
                "no-device" => b.no_device = true,
                "devices" => b.devices = value.parse().unwrap_or(b.devices),
                "version" => b.version = pair(value).unwrap_or(b.version),
                "capability" => b.capability = pair(value).unwrap_or(b.capability),
                "memory" => b.memory = value.parse().unwrap_or(b.memory),
                "hang" => b.hang = named(),
                "fault" => b.fault = named(),
                "crash" => b.crash = named(),
                "no-management" => b.no_management = true,
                "silent" => b.silent = true,
                "refuse" => b.refuse = named(),
                "wrong" => b.wrong = named(),
                _ => {}
            }
        }
        b
    }

    /// The latest PTX that the driver's CUDA knows ("Release Notes" of the PTX ISA).
    pub fn ptx(&self) -> (u32, u32) {
        match self.version {
            (12, minor @ 6..=9) => (8, minor.unsigned_abs() - 1),
            (major, minor) => ((major - 4).max(0).unsigned_abs(), minor.max(0).unsigned_abs()),
        }
    }
}

fn pair(text: &str) -> Option<(i32, i32)> {
    let (a, b) = text.split_once('.')?;
    Some((a.parse().ok()?, b.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read() {
        let b = Behaviour::read("version=12.9, hang=spin,memory=1000,capability=7.5");
        assert_eq!((b.version, b.ptx()), ((12, 9), (8, 8)));
        assert_eq!((b.hang.as_deref(), b.memory, b.capability), (Some("spin"), 1000, (7, 5)));
        assert_eq!(Behaviour::read(""), Behaviour::default());
        assert_eq!(Behaviour::read("version=11.4").ptx(), (7, 4));
    }
}
