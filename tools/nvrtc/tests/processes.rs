//! Threads and forks: calls of threads with programs of their own wait for nobody, and the child of a process whose threads compile can compile.

mod library;

use library::{Handle, Library, Program, ours};
use std::ffi::{c_int, c_uint, c_void};
use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};

const THREADS: usize = 8;

fn source(number: usize) -> String {
    format!(
        "extern \"C\" __global__ void k{number}(float *p, int n) {{ int i = threadIdx.x; if (i < n) p[i] = sinf(p[i]) * {number}; }}"
    )
}

/// A callback that waits for all the other compilations.
unsafe extern "C" fn meet(barrier: *mut c_void, _: *mut c_void) -> c_int {
    MET.with(|met| {
        if !met.replace(true) {
            // SAFETY: the payload is the test's barrier, which waits for its threads.
            unsafe { &*barrier.cast::<Barrier>() }.wait();
        }
    });
    0
}

thread_local! {
    static MET: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Eight compilations that each wait, in their midst, until all of them have begun: one lock for two of them, and the test does not end. The callback
/// comes on the thread that calls.
#[test]
fn eight_compilations_are_under_way_at_once() {
    let l = Library::load(&ours());
    let barrier = Barrier::new(THREADS);
    std::thread::scope(|scope| {
        for number in 0..THREADS {
            let (l, barrier) = (&l, &barrier);
            scope.spawn(move || {
                let program = l.program(&source(number));
                let payload: *const Barrier = barrier;
                // SAFETY: the program lives, and the barrier outlives its compilation.
                let set =
                    unsafe { (l.flow)(program.handle, Some(meet), payload.cast_mut().cast()) };
                assert_eq!((set, program.compile(&[])), (0, 0));
                assert!(program.ptx().contains(&format!(".entry k{number}(")));
                assert!(MET.get(), "the callback came on another thread");
            });
        }
    });
}

/// While one compilation waits for as long as all this takes, programs are created, compiled, asked and destroyed.
#[test]
fn a_compilation_that_waits_keeps_nobody_waiting() {
    let l = Library::load(&ours());
    let barrier = Barrier::new(2);
    std::thread::scope(|scope| {
        let (l, barrier) = (&l, &barrier);
        scope.spawn(move || {
            let program = l.program(&source(1));
            let payload: *const Barrier = barrier;
            // SAFETY: as above.
            unsafe { (l.flow)(program.handle, Some(meet), payload.cast_mut().cast()) };
            assert_eq!(program.compile(&[]), 0);
        });
        for number in 0..50 {
            let program = l.program(&source(number));
            assert_eq!(program.add(&format!("k{number}")), 0);
            assert_eq!(program.compile(&["-arch=sm_80"]), 0);
            assert_eq!(program.lowered(&format!("k{number}")).1, format!("k{number}"));
        }
        barrier.wait();
    });
}

/// A callback that says that it was called, and waits to go on, the first time.
unsafe extern "C" fn meet_twice(barriers: *mut c_void, _: *mut c_void) -> c_int {
    MET.with(|met| {
        if !met.replace(true) {
            // SAFETY: the payload is the test's barriers, which wait for this thread.
            let barriers = unsafe { &*barriers.cast::<[Barrier; 2]>() };
            for barrier in barriers {
                barrier.wait();
            }
        }
    });
    0
}

/// Who compiles a program that somebody destroys meanwhile gets its code, and nothing is read that is gone.
#[test]
fn a_program_is_destroyed_while_it_is_compiled() {
    let l = Library::load(&ours());
    let barriers = [Barrier::new(2), Barrier::new(2)];
    let program = l.program(&source(1));
    let payload: *const [Barrier; 2] = &barriers;
    // SAFETY: the program lives, and the barriers outlive its compilation.
    unsafe { (l.flow)(program.handle, Some(meet_twice), payload.cast_mut().cast()) };
    let (handle, library) = (program.handle.addr(), &l);
    let codes = std::thread::scope(|scope| {
        let compiling = scope.spawn(move || {
            let handle = std::ptr::without_provenance_mut(handle);
            let program = Program { library, handle };
            let (code, mut size) = (program.compile(&[]), 0);
            // SAFETY: the pointer is valid.
            (code, unsafe { (library.ptx_size)(handle, &mut size) })
        });
        barriers[0].wait();
        drop(program);
        barriers[1].wait();
        compiling.join().expect("no panic")
    });
    assert_eq!(codes, (0, 4));
}

#[cfg(unix)]
unsafe extern "C" {
    fn fork() -> c_int;
    fn waitpid(child: c_int, status: *mut c_int, options: c_int) -> c_int;
    fn alarm(seconds: c_uint) -> c_uint;
    fn _exit(status: c_int) -> !;
}

/// What the child does: a program of the parent's, and ones of its own.
#[cfg(unix)]
fn compiles(l: &Library, parents: &Program<'_>) -> bool {
    let own = || {
        let program = l.program(&source(2));
        program.compile(&["-arch=sm_90"]) == 0 && program.ptx().contains(".entry k2(")
    };
    parents.compile(&[]) == 0 && parents.ptx().contains(".entry k1(") && (0..3).all(|_| own())
}

#[cfg(unix)]
#[test]
fn children_of_a_process_whose_threads_compile_can_compile() {
    let l = Library::load(&ours());
    let parents = l.program(&source(1));
    assert_eq!(parents.compile(&[]), 0);
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for number in 0..THREADS {
            let (l, done) = (&l, &done);
            scope.spawn(move || {
                while !done.load(Ordering::Relaxed) {
                    let program = l.program(&source(number));
                    assert_eq!(program.compile(&[]), 0);
                    let handle: Handle = program.handle;
                    assert!(!handle.is_null());
                }
            });
        }
        let mut wrong = Vec::new();
        for _ in 0..12 {
            // SAFETY: the child calls the library, which is what is held here, and ends without anything of the parent's.
            let status = unsafe {
                match fork() {
                    0 => {
                        alarm(60);
                        _exit(c_int::from(!compiles(&l, &parents)))
                    }
                    child => {
                        let mut status = -1;
                        assert_eq!(waitpid(child, &mut status, 0), child);
                        status
                    }
                }
            };
            wrong.extend((status != 0).then_some(status));
        }
        done.store(true, Ordering::Relaxed);
        assert!(wrong.is_empty(), "children ended with {wrong:?}");
    });
}
