//! A browser without a window, spoken to by the Chrome DevTools Protocol over a pipe: no port, no library.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// How long an answer may take.
const LONGEST: Duration = Duration::from_secs(60);

/// A Chromium: `OPTX_CHROMIUM`, or the first of its names on the path.
pub fn find() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("OPTX_CHROMIUM") {
        return Some(PathBuf::from(named));
    }
    let folders = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome", "chrome"];
    let files = std::env::split_paths(&folders)
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .collect::<Vec<_>>();
    files.into_iter().find(|file| file.is_file())
}

/// A browser with one page.
pub struct Browser {
    process: Child,
    to: ChildStdin,
    from: Receiver<Value>,
    session: Option<String>,
    last: u64,
    /// What the browser told unasked.
    pub events: Vec<Value>,
    _profile: tempfile::TempDir,
}

impl Browser {
    /// Starts one.
    pub fn start(program: &Path) -> Browser {
        let profile = tempfile::tempdir().expect("a folder");
        // The browser reads from descriptor 3 and writes to 4.
        let mut process = Command::new("sh")
            .args(["-c", "exec 3<&0 4>&1 </dev/null >/dev/null 2>&1; exec \"$@\"", "sh"])
            .arg(program)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run"])
            .args(["--disable-dev-shm-usage", "--remote-debugging-pipe"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the browser starts");
        let to = process.stdin.take().expect("a pipe");
        let stdout = process.stdout.take().expect("a pipe");
        let (send, from) = channel();
        std::thread::spawn(move || {
            for message in BufReader::new(stdout).split(0).map_while(Result::ok) {
                let message = serde_json::from_slice(&message).expect("JSON");
                if send.send(message).is_err() {
                    break;
                }
            }
        });
        let mut browser = Browser {
            process,
            to,
            from,
            session: None,
            last: 0,
            events: Vec::new(),
            _profile: profile,
        };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let asked = json!({ "targetId": target["targetId"], "flatten": true });
        let session = browser.call("Target.attachToTarget", asked);
        browser.session = session["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        browser
    }

    /// Asks, and waits for the answer.
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        self.last += 1;
        let mut message = json!({ "id": self.last, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.to.write_all(&bytes).expect("the browser reads");
        loop {
            let mut answer = self.from.recv_timeout(LONGEST).expect("the browser answers");
            if answer["id"] == json!(self.last) {
                assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                return answer["result"].take();
            }
            self.events.push(answer);
        }
    }

    /// Waits for an event that was not yet told.
    fn wait(&mut self, method: &str) {
        loop {
            let event = self.from.recv_timeout(LONGEST).expect("the browser tells");
            let found = event["method"] == method;
            self.events.push(event);
            if found {
                return;
            }
        }
    }

    /// Opens an address, and says how long it took until the page was loaded and a frame of it was made.
    pub fn open(&mut self, address: &str) -> Duration {
        // Another part of one page would be no load.
        self.call("Page.navigate", json!({ "url": "about:blank" }));
        self.evaluate("new Promise(done => setTimeout(done, 50))");
        self.events.clear();
        while self.from.try_recv().is_ok() {}
        let begin = Instant::now();
        let answer = self.call("Page.navigate", json!({ "url": address }));
        assert!(answer["errorText"].is_null(), "{address}: {answer}");
        if !self.events.iter().any(|event| event["method"] == "Page.loadEventFired") {
            self.wait("Page.loadEventFired");
        }
        self.frame();
        begin.elapsed()
    }

    /// Waits until a frame was made.
    pub fn frame(&mut self) {
        self.evaluate(
            "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))",
        );
    }

    /// What an expression gives on the page.
    pub fn evaluate(&mut self, expression: &str) -> Value {
        let asked =
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let mut answer = self.call("Runtime.evaluate", asked);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].take()
    }

    /// Presses a key and lets it go.
    pub fn press(&mut self, key: &str) {
        let mut down = json!({ "type": "keyDown", "key": key, "code": key });
        let code = match key {
            "Enter" => 13,
            "Escape" => 27,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            "End" => 35,
            "Home" => 36,
            "PageDown" => 34,
            _ => 0,
        };
        down["windowsVirtualKeyCode"] = json!(code);
        if key.chars().count() == 1 {
            down["text"] = json!(key);
        }
        self.call("Input.dispatchKeyEvent", down);
        let up = json!({ "type": "keyUp", "key": key, "code": key, "windowsVirtualKeyCode": code });
        self.call("Input.dispatchKeyEvent", up);
        self.frame();
    }

    /// Types a text where the focus is.
    pub fn insert(&mut self, text: &str) {
        self.call("Input.insertText", json!({ "text": text }));
        self.frame();
    }

    /// The window's size, in pixels of the page.
    pub fn size(&mut self, width: u32, height: u32) {
        let size = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600 });
        self.call("Emulation.setDeviceMetricsOverride", size);
        self.frame();
    }

    /// What went wrong on the page: errors, refused requests, uncaught exceptions.
    pub fn complaints(&self) -> Vec<String> {
        let wrong = |event: &&Value| {
            event["method"] == "Runtime.exceptionThrown"
                || event["method"] == "Runtime.consoleAPICalled"
                || event["method"] == "Log.entryAdded"
                || event["method"] == "Page.javascriptDialogOpening"
        };
        self.events.iter().filter(wrong).map(Value::to_string).collect()
    }

    /// The addresses that the page asked for.
    pub fn requests(&self) -> Vec<String> {
        let asked = self.events.iter().filter(|e| e["method"] == "Network.requestWillBeSent");
        asked
            .map(|event| event["params"]["request"]["url"].as_str().unwrap_or_default().to_owned())
            .collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.session = None;
        // It closes its own processes; what does not listen is ended.
        let _ = self.to.write_all(b"{\"id\":0,\"method\":\"Browser.close\"}\0");
        let end = Instant::now() + Duration::from_secs(5);
        while Instant::now() < end && matches!(self.process.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(20));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
