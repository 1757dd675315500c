//! What callers are told of the kernels of a result.

use optx_cg::Names;
use optx_ir::Func;
use optx_whirl::{Module, Mtype, PuKind, StId, TyId, TyKind};

/// One kernel of the result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelInfo {
    /// The name in the source.
    pub name: String,
    /// The name in PTX.
    pub ptx_name: String,
    /// Parameters: name and type as text.
    pub params: Vec<(String, String)>,
    /// Bytes of static shared memory.
    pub shared_bytes: u64,
    /// `__launch_bounds__`: threads, and blocks where given.
    pub launch_bounds: Option<(u32, Option<u32>)>,
    /// `--block-dim`: the threads along x, y and z of the blocks that it is compiled for.
    pub block_dim: Option<[u32; 3]>,
}

/// A type as C writes it.
fn type_text(module: &Module, ty: TyId) -> String {
    match module.types.kind(ty) {
        TyKind::Scalar(m) => match m {
            Mtype::V => "void",
            Mtype::B => "bool",
            Mtype::I1 => "char",
            Mtype::I2 => "short",
            Mtype::I4 => "int",
            Mtype::I8 => "long long",
            Mtype::U1 => "unsigned char",
            Mtype::U2 => "unsigned short",
            Mtype::U4 => "unsigned int",
            Mtype::U8 => "unsigned long long",
            Mtype::F4 => "float",
            Mtype::F8 => "double",
            Mtype::M => "struct",
        }
        .to_owned(),
        TyKind::Bool => "bool".to_owned(),
        TyKind::Pointer(to) => format!("{} *", type_text(module, *to)),
        TyKind::Array(of, count) => format!("{}[{count}]", type_text(module, *of)),
        TyKind::Struct { name, .. } => name.clone(),
    }
}

/// What is known of each kernel of a module; `names` is what each function names.
pub(crate) fn of_all(module: &Module, funcs: &[Func], names: &[Names]) -> Vec<KernelInfo> {
    let kernels = funcs.iter().enumerate().filter(|(_, f)| f.kind == PuKind::Kernel);
    let parameter = |f: &Func, p: StId| {
        let st = &f.locals[p.index()];
        (st.name.clone(), type_text(module, st.ty))
    };
    kernels
        .map(|(number, f)| KernelInfo {
            name: f.name.clone(),
            ptx_name: f.ptx_name.clone(),
            params: f.params.iter().map(|&p| parameter(f, p)).collect(),
            shared_bytes: optx_cg::laid_out_bytes(
                module,
                &optx_cg::shared_objects(module, names, number),
            ),
            launch_bounds: f.launch_bounds.map(|b| (b.max_threads, b.min_blocks)),
            block_dim: f.block_dim,
        })
        .collect()
}
