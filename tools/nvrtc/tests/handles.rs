//! Handles that are null, made up, or of programs that are gone: NVRTC_ERROR_INVALID_PROGRAM from each function that takes one, from many threads at once,
//! and between two libraries in one process.

mod library;

use library::{Handle, Library, c, ours, ours_of_12};
use std::ffi::{c_char, c_int, c_void};
use std::ptr::{null, null_mut, without_provenance_mut};
use std::sync::{Mutex, MutexGuard, PoisonError};

const KERNEL: &str = "extern \"C\" __global__ void k(int *p) { *p = 1; }";
const INVALID_PROGRAM: c_int = 4;

/// Calls all functions that take a program, and gives their codes. What they write goes to places of this function's.
fn all(l: &Library, handle: Handle) -> Vec<c_int> {
    let (mut size, mut text, mut name) = (0, vec![0u8; 1 << 16], null());
    let expression = c("k");
    let text: *mut c_char = text.as_mut_ptr().cast();
    // SAFETY: all pointers are valid, and no result of this test's programs is longer.
    unsafe {
        let mut codes = vec![
            (l.compile)(handle, 0, null()),
            (l.add)(handle, expression.as_ptr()),
            (l.lowered)(handle, expression.as_ptr(), &mut name),
            (l.flow)(handle, Some(go_on), null_mut()),
            (l.header_status)(handle),
            (l.heap_required)(handle, &mut size),
        ];
        for (_, of, get) in l.results() {
            codes.push(of(handle, &mut size));
            codes.push(get(handle, text));
        }
        for (of, get) in [
            ("optxGetDiagnosticsSize", "optxGetDiagnostics"),
            ("optxGetKernelsSize", "optxGetKernels"),
            ("optxGetVarianceSize", "optxGetVariance"),
        ] {
            let of = l.symbol::<unsafe extern "C" fn(Handle, *mut usize) -> c_int>(of);
            let get = l.symbol::<unsafe extern "C" fn(Handle, *mut c_char) -> c_int>(get);
            codes.push(of(handle, &mut size));
            codes.push(get(handle, text));
        }
        let compile = l
            .symbol::<unsafe extern "C" fn(Handle, c_int, *const *const c_char) -> c_int>(
                "optxCompileProgram",
            );
        codes.push(compile(handle, 0, null()));
        codes
    }
}

/// One test at a time: the library is one in the process, and a handle that is made up may be a program of another test.
fn alone() -> MutexGuard<'static, ()> {
    static ONE: Mutex<()> = Mutex::new(());
    ONE.lock().unwrap_or_else(PoisonError::into_inner)
}

unsafe extern "C" fn go_on(_: *mut c_void, _: *mut c_void) -> c_int {
    0
}

fn is_refused(l: &Library, mut handle: Handle) {
    let codes = all(l, handle);
    assert!(codes.iter().all(|&code| code == INVALID_PROGRAM), "{handle:?}: {codes:?}");
    // SAFETY: the pointer is valid.
    assert_eq!(unsafe { (l.destroy)(&mut handle) }, INVALID_PROGRAM);
}

#[test]
fn a_handle_means_nothing_behind_its_program() {
    let _alone = alone();
    let l = Library::load(&ours());
    let mut old = Vec::new();
    for round in 0..100 {
        let program = l.program(KERNEL);
        assert_eq!(all(&l, program.handle)[0], 0);
        assert!(!old.contains(&program.handle), "a handle came twice");
        old.push(program.handle);
        drop(program);
        is_refused(&l, old[round]);
    }
    // Their entries were taken again meanwhile.
    let _living: Vec<_> = (0..10).map(|_| l.program(KERNEL)).collect();
    old.iter().for_each(|&handle| is_refused(&l, handle));
}

#[test]
fn handles_that_are_made_up_are_refused() {
    let _alone = alone();
    let l = Library::load(&ours());
    let program = l.program(KERNEL);
    let real = program.handle.addr();
    let local = 5u64;
    let near = (0..64).map(|bit| real ^ 1 << bit);
    let odd = [0, 1, 2, 8, 16, 0x1234, usize::MAX, usize::MAX >> 1, (&raw const local).addr()];
    for number in near.chain(odd) {
        is_refused(&l, without_provenance_mut(number));
    }
    assert_eq!(program.compile(&[]), 0);
}

#[test]
fn two_libraries_in_a_process_know_nothing_of_each_other() {
    let _alone = alone();
    let (thirteen, twelve) = (Library::load(&ours()), Library::load(&ours_of_12()));
    let (a, b) = (thirteen.program(KERNEL), twelve.program(KERNEL));
    is_refused(&thirteen, b.handle);
    is_refused(&twelve, a.handle);
    assert_eq!((a.compile(&[]), b.compile(&[])), (0, 0));
    assert!(a.ptx().contains(".target sm_75") && b.ptx().contains(".target sm_52"));
    let (mut major, mut minor, mut count, mut archs) = (0, 0, 0, [0; 32]);
    // SAFETY: the pointers are valid, and there are fewer architectures.
    unsafe {
        assert_eq!((twelve.version)(&mut major, &mut minor), 0);
        assert_eq!((twelve.archs_count)(&mut count), 0);
        assert_eq!((twelve.archs)(archs.as_mut_ptr()), 0);
    }
    assert_eq!((major, minor), (12, 9));
    // What NVRTC 12.9 lists, but for 50.
    let listed = [52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90, 100, 101, 103, 120, 121];
    assert_eq!(&archs[..count as usize], &listed);
}

/// A sequence of numbers that look random (xorshift, of G. Marsaglia).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end
    }
}

#[test]
fn any_calls_from_any_threads_give_codes() {
    let _alone = alone();
    const THREADS: u64 = 8;
    const CALLS: usize = 1500;
    let l = Library::load(&ours());
    let other = Library::load(&ours_of_12());
    let (l, other) = (&l, &other);
    // Handles of programs that live or lived, whoever made them.
    let handles: Mutex<Vec<usize>> = Mutex::new(vec![0]);
    let codes: Mutex<[u64; 19]> = Mutex::new([0; 19]);
    std::thread::scope(|scope| {
        for seed in 1..=THREADS {
            let (handles, codes) = (&handles, &codes);
            scope.spawn(move || {
                let mut numbers = Numbers(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
                let foreign = other.program(KERNEL);
                for _ in 0..CALLS {
                    let known = {
                        let handles = handles.lock().expect("no panic");
                        handles[numbers.below(handles.len())]
                    };
                    let number = match numbers.below(8) {
                        0 => numbers.0 as usize,
                        1 => known ^ 1 << numbers.below(48),
                        2 => foreign.handle.addr(),
                        _ => known,
                    };
                    let handle = without_provenance_mut(number);
                    let found = match numbers.below(12) {
                        0..=2 => {
                            let program = l.program(KERNEL);
                            handles.lock().expect("no panic").push(program.handle.addr());
                            std::mem::forget(program);
                            vec![0]
                        }
                        3 | 4 => vec![with_nulls(l, handle)],
                        // SAFETY: the pointer is valid.
                        5 | 6 => vec![unsafe { (l.destroy)(&mut { handle }) }],
                        _ => all(l, handle),
                    };
                    let mut codes = codes.lock().expect("no panic");
                    for code in found {
                        codes[usize::try_from(code).expect("a code of NVRTC's")] += 1;
                    }
                }
            });
        }
    });
    for number in handles.into_inner().expect("no panic") {
        // SAFETY: the pointer is valid.
        unsafe { (l.destroy)(&mut without_provenance_mut(number)) };
    }
    let codes = codes.into_inner().expect("no panic");
    // Success, null, programs that are gone, names too late, too early and unknown, and no header tried: and nothing else.
    let seen: Vec<usize> = (0..codes.len()).filter(|&code| codes[code] > 0).collect();
    assert_eq!(seen, [0, 3, 4, 8, 10, 13], "{codes:?}");
}

/// Null for all that a function takes beside the program; the first complaint.
fn with_nulls(l: &Library, handle: Handle) -> c_int {
    // SAFETY: null is what is asked about.
    unsafe {
        let mut codes = vec![
            (l.add)(handle, null()),
            (l.lowered)(handle, null(), null_mut()),
            (l.flow)(handle, None, null_mut()),
            (l.heap_required)(handle, null_mut()),
        ];
        for (_, size, get) in l.results() {
            codes.extend([size(handle, null_mut()), get(handle, null_mut())]);
        }
        assert!(codes.iter().all(|code| [3, 4].contains(code)), "{codes:?}");
        codes[0]
    }
}
