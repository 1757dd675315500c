//! What the device is, for the head of every report.

use optx_cuda::driver::Attribute;
use optx_cuda::management::{Management, Moment};
use optx_launch::Cuda;
use serde::{Deserialize, Serialize};

/// A device; what a driver does not tell, and what the emulator has not, is absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Facts {
    /// What reports call it.
    pub(crate) name: String,
    /// What is compiled for: `sm_90`.
    pub(crate) target: String,
    /// The device's own architecture: `sm_90`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) architecture: Option<String>,
    /// The CUDA that the driver is of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cuda: Option<String>,
    /// The driver's own version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) driver: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) multiprocessors: Option<i32>,
    /// The highest clock of the multiprocessors.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) clock_mhz: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) memory_clock_mhz: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) l2_bytes: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) memory_bytes: Option<usize>,
}

impl Facts {
    /// The emulator, or anything else of which no more is known.
    pub(crate) fn named(name: String, target: &str) -> Facts {
        Facts { name, target: target.to_owned(), ..Facts::default() }
    }

    /// A GPU.
    pub(crate) fn of(cuda: &Cuda, target: &str) -> Facts {
        let gpu = cuda.gpu();
        let attribute = |a| gpu.attribute(a).ok();
        let (major, minor) = cuda.capability();
        Facts {
            name: gpu.name().unwrap_or_default(),
            target: target.to_owned(),
            architecture: Some(format!("sm_{major}{minor}")),
            cuda: cuda.version().ok().map(|(major, minor)| format!("{major}.{minor}")),
            driver: Management::open(gpu).and_then(|m| m.driver_version()),
            multiprocessors: attribute(Attribute::Multiprocessors),
            clock_mhz: attribute(Attribute::Clock).map(|khz| khz / 1000),
            memory_clock_mhz: attribute(Attribute::MemoryClock).map(|khz| khz / 1000),
            l2_bytes: attribute(Attribute::L2Bytes),
            memory_bytes: gpu.memory().ok().map(|m| m.1),
        }
    }

    /// The first line of a table.
    pub(crate) fn line(&self) -> String {
        let mut out = self.name.clone();
        if let Some(architecture) = &self.architecture {
            out += &format!(" ({architecture})");
        }
        if let Some(cuda) = &self.cuda {
            out += &format!(", CUDA {cuda}");
        }
        if let Some(driver) = &self.driver {
            out += &format!(", driver {driver}");
        }
        out
    }
}

/// How a device ran at a moment, as reports have it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Clocks {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) clock_mhz: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) memory_clock_mhz: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) celsius: Option<u32>,
    /// What held the clocks back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) held_back: Vec<String>,
}

impl Clocks {
    /// As the driver tells; all absent where it does not.
    pub(crate) fn now(management: Option<&Management>) -> Clocks {
        let Moment { clock, memory_clock, temperature, held_back } =
            management.map(Management::now).unwrap_or_default();
        Clocks {
            clock_mhz: clock,
            memory_clock_mhz: memory_clock,
            celsius: temperature,
            held_back: held_back.into_iter().map(str::to_owned).collect(),
        }
    }
}
