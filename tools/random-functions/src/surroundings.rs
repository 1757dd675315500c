//! The module that the functions are of.

use optx_whirl::{Module, Mtype, St, Storage, TyKind};
use optx_wopt::driver::pipeline;

/// The objects of the module, each of 64 bytes.
const OBJECTS: [(&str, Storage); 6] = [
    ("s", Storage::Shared),
    ("t", Storage::Shared),
    ("g", Storage::Global),
    ("c", Storage::Constant),
    ("x", Storage::SharedDynamic),
    ("y", Storage::SharedDynamic),
];

/// The module that the functions are of.
pub fn module(level: u8) -> Module {
    let mut module = Module::default();
    module.options.opt_level = level;
    // From sm_70 on one lane does what others do at one place: of that the interpreter, which has one thread, knows nothing.
    module.options.target = "sm_60".to_owned();
    let word = module.types.scalar(Mtype::U4);
    let array = module.types.intern(TyKind::Array(word, 16));
    module.types.intern(TyKind::Pointer(word));
    for (name, storage) in OBJECTS {
        module.add_global(St::new(name, array, storage, 16));
    }
    module
}

/// The module at its highest level with the rows that no level runs: each row of the table runs when it is asked for.
pub fn all_rows() -> Module {
    let mut module = module(3);
    let on_demand = pipeline::TABLE.iter().filter(|p| p.level == pipeline::ON_DEMAND);
    module.options.passes = on_demand.map(|pass| format!("+{}", pass.name)).collect();
    module
}
