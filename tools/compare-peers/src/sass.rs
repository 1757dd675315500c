//! The text of nvdisasm, as functions of instructions.
//!
//! `nvdisasm -c -gp` writes a section a kernel (`.text.NAME`), which also holds what the kernel calls (`$NAME$callee:`), local
//! labels (`.L_x_3:`), and before instructions the line of the PTX they come from.

/// A machine instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// The guard, `@!P0`, if any.
    pub guard: Option<String>,
    /// The operation with its modifiers, `LDG.E.64`.
    pub operation: String,
    /// What stands behind it.
    pub operands: String,
    /// The line of the PTX text; none in the library's subroutines.
    pub line: Option<u32>,
}

impl Instruction {
    /// The operation without modifiers.
    pub fn family(&self) -> &str {
        self.operation.split('.').next().unwrap_or("")
    }

    /// Labels among the operands.
    pub fn targets(&self) -> impl Iterator<Item = &str> {
        // BRA `(.L_x_1); BRX R4 -0x10 (*"BRANCH_TARGETS .L_x_1,.L_x_2"*); CALL.REL.NOINC `($kernel$callee)
        let marks = |c: char| !(c.is_alphanumeric() || ['_', '.', '$'].contains(&c));
        self.operands.split(marks).filter(|word| word.starts_with(".L_") || word.starts_with('$'))
    }

    /// True where it accesses memory.
    pub fn is_memory(&self) -> bool {
        let families = [
            "LD", "LDG", "LDS", "LDL", "ST", "STG", "STS", "STL", "ATOM", "ATOMG", "ATOMS", "RED",
            "REDG", "SUATOM", "LDSM", "LDGSTS",
        ];
        families.contains(&self.family())
    }

    /// True where ptxas cannot have moved it to another block: stores, atomics, barriers, exchanges between lanes.
    pub fn is_fixed(&self) -> bool {
        let families = [
            "ST", "STG", "STS", "ATOM", "ATOMG", "ATOMS", "RED", "REDG", "BAR", "SHFL", "VOTE",
            "VOTEU", "MATCH", "REDUX", "WARPSYNC", "LDGSTS",
        ];
        families.contains(&self.family())
    }
}

/// An instruction, or a label before the next one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item {
    /// A label that jumps name.
    Label(String),
    /// An instruction.
    Instruction(Instruction),
}

/// A function: a kernel, or what a kernel calls.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Function {
    /// `kernel`, `$kernel$callee` or `$__internal_0_$__cuda_sm20_div_s64`.
    pub name: String,
    /// Its text in order.
    pub items: Vec<Item>,
}

/// A kernel with the functions in its section, itself first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// The kernel's name in the PTX.
    pub kernel: String,
    /// Functions in order.
    pub functions: Vec<Function>,
}

impl Section {
    /// All instructions.
    pub fn instructions(&self) -> impl Iterator<Item = &Instruction> {
        self.functions.iter().flat_map(|f| &f.items).filter_map(|item| match item {
            Item::Instruction(i) => Some(i),
            Item::Label(_) => None,
        })
    }
}

/// Reads what `nvdisasm -c -gp` printed. Instructions that fill up the end (`NOP`, and the endless jump before them) are left
/// out.
pub fn read(text: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut line = None;
    for row in text.lines() {
        let row = row.trim();
        if let Some(name) = row.strip_prefix(".section\t.text.") {
            let name = name.split(',').next().unwrap_or("").to_owned();
            let function = Function { name: name.clone(), items: Vec::new() };
            sections.push(Section { kernel: name, functions: vec![function] });
            line = None;
            continue;
        }
        let Some(section) = sections.last_mut() else { continue };
        if let Some(place) = row.strip_prefix("//## File \".nv_debug_ptx_txt\", line ") {
            line = place.split(|c: char| !c.is_ascii_digit()).next().and_then(|n| n.parse().ok());
        } else if let Some(label) = row.strip_suffix(':') {
            if label.starts_with('$') {
                let function = Function { name: label.to_owned(), items: Vec::new() };
                section.functions.push(function);
                line = None;
            } else if let Some(function) = section.functions.last_mut()
                && label.starts_with(".L_")
            {
                function.items.push(Item::Label(label.to_owned()));
            }
        } else if let (Some(mut instruction), Some(function)) =
            (instruction(row), section.functions.last_mut())
        {
            instruction.line = line;
            if instruction.operation != "NOP" {
                function.items.push(Item::Instruction(instruction));
            }
        }
    }
    sections.iter_mut().filter_map(|s| s.functions.last_mut()).for_each(drop_end);
    sections.retain(|s| s.instructions().next().is_some());
    sections
}

/// `/*0050*/ @!P0 LDG.E R2, [R2.64] ;`
fn instruction(row: &str) -> Option<Instruction> {
    let (_, code) = row.strip_prefix("/*")?.split_once("*/")?;
    let code = code.trim().strip_suffix(';')?.trim();
    let (guard, code) = match code.strip_prefix('@') {
        Some(_) => {
            code.split_once(' ').map(|(guard, code)| (Some(guard.to_owned()), code.trim()))?
        }
        None => (None, code),
    };
    let (operation, operands) = code.split_once(' ').unwrap_or((code, ""));
    Some(Instruction {
        guard,
        operation: operation.to_owned(),
        operands: operands.trim().to_owned(),
        line: None,
    })
}

/// Takes the jump to itself away that ends a section. What filled up the rest may have a label behind it.
fn drop_end(function: &mut Function) {
    while let [.., Item::Instruction(_), Item::Label(_)] = &function.items[..] {
        function.items.pop();
    }
    if let [.., Item::Label(label), Item::Instruction(last)] = &function.items[..]
        && last.family() == "BRA"
        && last.targets().eq([label.as_str()])
    {
        function.items.pop();
    }
}
