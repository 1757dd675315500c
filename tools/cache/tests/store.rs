//! No entry is ever another than the one that was written, whatever becomes of files and writers.

use optx_cache::{Cache, Event, Key, KeyMaker, Statistics};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

const BOUND: u64 = 1 << 30;

fn key(number: u64) -> Key {
    KeyMaker::new().part(&number.to_le_bytes()).key()
}

/// The value of a number: long and unlike others.
fn value(number: u64) -> Vec<u8> {
    (0..20_000 + number % 977).map(|k| (k.wrapping_mul(number + 1) >> 3) as u8).collect()
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn statistics(cache: &Cache) -> Statistics {
    cache.statistics().expect("statistics")
}

/// The files of entries, and those that are being written.
fn files(folder: &Path, begins: &str, ends: &str) -> Vec<PathBuf> {
    let parts = fs::read_dir(folder).expect("a folder").flatten().filter(|p| p.path().is_dir());
    let all = parts.flat_map(|part| fs::read_dir(part.path()).expect("a part").flatten());
    let name = |path: &PathBuf| path.file_name().expect("a name").to_string_lossy().into_owned();
    let fits = |path: &PathBuf| name(path).starts_with(begins) && name(path).ends_with(ends);
    all.map(|file| file.path()).filter(fits).collect()
}

/// What is written is read, by others too, until it is cleared; a folder that is not there holds nothing and is not made.
#[test]
fn what_is_kept_is_there() {
    let place = folder();
    let cache = Cache::new(place.path().join("a/b"), BOUND);
    assert_eq!(cache.get(&key(1)), None);
    assert_eq!(statistics(&cache), Statistics::default());
    assert!(!place.path().join("a").exists());
    for number in 0..40 {
        cache.put(&key(number), &value(number));
    }
    cache.put(&key(41), b"");
    cache.put(&key(3), &value(4));
    let other = Cache::new(place.path().join("a/b"), BOUND);
    for number in (0..40).filter(|n| *n != 3) {
        assert_eq!(other.get(&key(number)), Some(value(number)));
    }
    assert_eq!(other.get(&key(3)), Some(value(4)));
    assert_eq!(other.get(&key(41)), Some(Vec::new()));
    assert_eq!(other.get(&key(40)), None);
    assert_eq!(statistics(&cache).entries, 41);
}

/// To clear a folder takes away what is of the cache, and nothing else.
#[test]
fn clearing_leaves_what_is_not_ours() {
    let place = folder();
    let cache = Cache::new(place.path(), BOUND);
    cache.put(&key(1), b"one");
    cache.note(Event::Hit);
    let part = files(place.path(), "", ".optx")[0].parent().expect("a part").to_owned();
    fs::write(part.join("writing-gone"), "half").expect("written");
    let theirs = [part.join("notes.optx"), part.join("k.cu"), place.path().join("thesis.tex")];
    theirs.iter().for_each(|path| fs::write(path, "mine").expect("written"));
    assert_eq!(cache.clear().expect("cleared"), 1);
    assert_eq!(statistics(&cache), Statistics::default());
    assert!(files(place.path(), "writing-", "").is_empty());
    assert!(theirs.iter().all(|path| fs::read(path).expect("still there") == b"mine"));
    assert_eq!(cache.clear().expect("cleared"), 0);
}

/// A bit that is flipped anywhere, an end that is missing or too much, and another entry's file under the name: nothing is there, and the next one is kept.
#[test]
fn damage_is_no_hit() {
    let place = folder();
    let cache = Cache::new(place.path(), BOUND);
    let mut count = 0;
    let mut damaged = |bytes: &[u8]| {
        let path = &files(place.path(), &format!("{:?}", key(1)), ".optx")[0];
        fs::write(path, bytes).expect("written");
        assert_eq!(cache.get(&key(1)), None);
        assert!(!path.exists());
        count += 1;
        assert_eq!(statistics(&cache).damaged, count);
        cache.put(&key(1), &value(1));
        assert_eq!(cache.get(&key(1)), Some(value(1)));
    };
    cache.put(&key(1), &value(1));
    cache.put(&key(2), &value(2));
    let read = |number| {
        fs::read(&files(place.path(), &format!("{:?}", key(number)), ".optx")[0]).expect("read")
    };
    let whole = read(1);
    for at in (0..80).chain((0..whole.len()).step_by(64)).chain([whole.len() - 1]) {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at / 64 % 8);
        damaged(&bytes);
    }
    for length in [0, 1, 8, 40, 71, 72, 73, whole.len() / 2, whole.len() - 1] {
        damaged(&whole[..length]);
    }
    damaged(&[&whole[..], b"x"].concat());
    damaged(&read(2));
}

/// No more is kept than the bound says; what was read of late stays; what killed writers left goes.
#[test]
fn the_bound_holds() {
    let place = folder();
    let bound = 400_000;
    let cache = Cache::new(place.path(), bound);
    let old = SystemTime::now() - Duration::from_secs(7200);
    for number in 0..200 {
        cache.put(&key(number), &value(number));
        assert_eq!(cache.get(&key(number)), Some(value(number)), "the newest one stays");
        assert!(cache.get(&key(0)).is_some(), "it is read all the time");
        assert!(statistics(&cache).bytes <= bound);
        // Times of files may be as coarse as a hundredth of a second.
        for path in files(place.path(), "", ".optx") {
            let is_first = path.to_string_lossy().contains(&format!("{:?}", key(0)));
            let time = old + Duration::from_secs(if is_first { 3600 } else { number });
            fs::File::open(path).and_then(|file| file.set_modified(time)).expect("a time");
        }
        if number == 100 {
            let half = place.path().join("00/writing-half");
            fs::create_dir_all(place.path().join("00")).expect("made");
            fs::write(&half, vec![0; 100_000]).expect("written");
            fs::File::open(half).and_then(|file| file.set_modified(old)).expect("a time");
        }
    }
    let all = statistics(&cache);
    assert_eq!(all.entries + all.evicted, 200);
    assert!(all.bytes > bound / 2);
    assert!(files(place.path(), "writing-", "").is_empty());
    // One that is larger than all is not kept, and drives nothing out.
    cache.put(&key(1000), &vec![0; bound as usize]);
    assert_eq!(statistics(&cache).entries, all.entries);
    assert_eq!(cache.get(&key(1000)), None);
}

/// A worker: writes entries of all numbers below 16 again and again, reads them, and counts a hit for each.
#[test]
#[ignore = "is run by the tests below"]
fn worker() {
    let Ok(folder) = std::env::var("OPTX_TEST_FOLDER") else { return };
    let rounds: u64 = std::env::var("OPTX_TEST_ROUNDS").expect("rounds").parse().expect("a number");
    let cache = Cache::new(folder, BOUND);
    for number in (0..rounds).map(|k| k % 16) {
        cache.put(&key(number), &value(number));
        // Others may be at it too, but each writes the same.
        assert_eq!(cache.get(&key(number)), Some(value(number)));
        cache.note(Event::Hit);
    }
}

fn start(folder: &Path, rounds: u64, shell: &str) -> Command {
    let worker = std::env::current_exe().expect("this test");
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{shell} exec \"$0\" --exact worker --ignored")).arg(worker);
    command.env("OPTX_TEST_FOLDER", folder).env("OPTX_TEST_ROUNDS", rounds.to_string());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Writers that are killed at any time leave whole entries or none, and no more than a file each.
#[test]
fn killed_writers_leave_nothing_wrong() {
    let place = folder();
    let cache = Cache::new(place.path(), BOUND);
    for k in 0..60 {
        let mut child = start(place.path(), u64::MAX, "").spawn().expect("a worker");
        std::thread::sleep(Duration::from_micros(8000 + 331 * k));
        child.kill().expect("SIGKILL");
        child.wait().expect("it ended");
        for number in 0..16 {
            let found = cache.get(&key(number));
            assert!(found.is_none_or(|bytes| bytes == value(number)));
        }
    }
    let all = statistics(&cache);
    assert_eq!(all.damaged, 0);
    assert!(all.hits > 0, "they came to write");
    assert!(files(place.path(), "writing-", "").len() <= 60);
}

/// Eight processes on the same keys: each reads what it wrote, and all events are counted.
#[test]
fn processes_share_a_folder() {
    let place = folder();
    let children = (0..8).map(|_| start(place.path(), 200, "").spawn().expect("a worker"));
    for mut child in children.collect::<Vec<_>>() {
        assert!(child.wait().expect("it ended").success());
    }
    let all = statistics(&Cache::new(place.path(), BOUND));
    assert_eq!((all.hits, all.damaged, all.failed, all.entries), (1600, 0, 0, 16));
    assert!(files(place.path(), "writing-", "").is_empty());
}

/// Where no file may grow so long, as on a full disk, there is no entry and no half of one.
#[cfg(unix)]
#[test]
fn a_full_disk_keeps_nothing() {
    let place = folder();
    let mut child = start(place.path(), 3, "trap '' XFSZ; ulimit -f 8;");
    assert!(!child.status().expect("it ended").success(), "it cannot read what it could not write");
    let all = statistics(&Cache::new(place.path(), BOUND));
    assert_eq!((all.failed, all.entries), (1, 0));
    assert!(files(place.path(), "", "").is_empty());
}

/// What may only be read is read, and not written; a folder that cannot be made is none.
#[cfg(unix)]
#[test]
fn a_folder_that_may_only_be_read() {
    use std::os::unix::fs::PermissionsExt as _;
    use std::os::unix::process::CommandExt as _;
    let place = folder();
    let cache = Cache::new(place.path(), BOUND);
    (0..16).for_each(|number| cache.put(&key(number), &value(number)));
    fs::File::create(place.path().join("events")).expect("made");
    let set = |path: &Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("set");
    };
    for path in files(place.path(), "", "") {
        set(&path, 0o444);
        set(path.parent().expect("a part"), 0o555);
    }
    set(&place.path().join("events"), 0o444);
    set(place.path(), 0o555);
    let mut child = start(place.path(), 16, "");
    // Root may write all the same.
    if fs::metadata(place.path().join("events")).is_ok()
        && fs::write(place.path().join("x"), "").is_ok()
    {
        fs::remove_file(place.path().join("x")).expect("removed");
        child.uid(65534);
    }
    assert!(child.status().expect("it ended").success());
    let all = statistics(&cache);
    assert_eq!((all.hits, all.entries), (0, 16));
    for path in files(place.path(), "", "") {
        set(path.parent().expect("a part"), 0o755);
    }
    set(place.path(), 0o755);
    let file = place.path().join("file");
    fs::write(&file, "").expect("written");
    let none = Cache::new(&file, BOUND);
    none.put(&key(1), b"one");
    assert_eq!(none.get(&key(1)), None);
}
