// What the report says, and how its cells are named.

const head = data("head");
const matrix = data("matrix");

// A sign beside each word, so that no colour is needed.
const STATES = {
  d: { sign: "✓", word: "done", well: true },
  f: { sign: "✗", word: "failed" },
  g: { sign: "≠", word: "disagreeing" },
  k: { sign: "~", word: "flaky" },
  m: { sign: "?", word: "missing" },
  n: { sign: "–", word: "not wanted", well: true },
};
const SLOWER = { p: "slower than a peer", b: "slower than before", 2: "slower than a peer and than before" };

// A number that names nothing is shown as it is.
const codeName = (at) => head.codes[at] ?? `code ${at}`;
const device = (at) => head.devices[at] ?? { model: `device ${at}`, driver: "?" };
const deviceName = (at) => `${device(at).model}, driver ${device(at).driver}`;
const columnName = ({ code, number }) => codeName(code) + (number ? ` (${number + 1})` : "");

// What a cell of the matrix is, in words; null where nothing is.
function about(row, column) {
  const { states, was, slower, medians } = matrix.columns[column];
  const letter = states[row];
  if (letter === " ") return null;
  const changed = was[row] !== " ";
  const before = was[row] === "+" ? "new" : changed ? `was ${STATES[was[row]].word}` : "";
  return {
    letter, ...STATES[letter], changed, before, was: was[row], slower: SLOWER[slower[row]] ?? "", median: medians[row],
    name: matrix.names[row], code: columnName(matrix.columns[column]), device: deviceName(matrix.columns[column].device),
  };
}

// The end of the address that opens a cell; the same as Rust's `link`, with a number where that names several.
function address(row, column) {
  const { code, device: at, number } = matrix.columns[column];
  const { model, driver } = device(at);
  const words = [matrix.names[row], codeName(code), model, driver];
  const repeated = matrix.names.indexOf(matrix.names[row]) !== row;
  if (number || repeated) words.push(`${row}.${number}`);
  return `#cell/${words.map(encodeURIComponent).join("/")}`;
}

// The cell that an address opens, or null.
function addressed(hash) {
  const [kind, ...words] = hash.split("/");
  if (kind !== "#cell" || words.length < 4) return null;
  let name, code, model, driver, exact;
  try {
    [name, code, model, driver, exact] = words.map(decodeURIComponent);
  } catch {
    return null;
  }
  const [at, number] = exact ? exact.split(".").map(Number) : [matrix.names.indexOf(name), 0];
  const column = matrix.columns.findIndex((c) => codeName(c.code) === code && c.number === number
    && device(c.device).model === model && device(c.device).driver === driver);
  return matrix.names[at] === name && column >= 0 && about(at, column) ? { row: at, column } : null;
}

// Details of a cell, read from whole numbers and flat lists.
function detail(row, column) {
  const found = data("details")[row].find(([at]) => at === column);
  const [runs, times, past] = found[1];
  const measured = ([median, low, high]) => ({ median, low, high });
  return {
    runs: runs.map(([repeat, outcome, digest, seconds, node, job, attempt, message]) => ({
      repeat, outcome: string(outcome), digest: string(digest), seconds, node: string(node), job: string(job), attempt, message,
    })),
    times: times && {
      ...measured(times[0]), before: times[1] === 1,
      peers: times[2].map(([code, ratio, slower]) => ({ code, ratio: measured(ratio), slower: slower === 1 })),
    },
    history: pastTimes(past),
  };
}

// See `history` in encode.rs.
function pastTimes([digits, ...list]) {
  const value = (whole) => Number(`${whole}e${-digits}`);
  const points = [];
  let median = 0;
  for (let at = 0; at < list.length; ) {
    if (list[at] === null) {
      points.push(null);
      at += 1;
      continue;
    }
    median += list[at];
    points.push({ median: value(median), low: value(median - list[at + 1]), high: value(median + list[at + 2]) });
    at += 3;
  }
  return points;
}

// Which rows have a word in a log. Lines are looked through once for all rows.
const inLogs = new Map();
function rowsWithLog(word) {
  if (!inLogs.has(word)) {
    const { strings, texts } = data("strings");
    const lines = strings.map((line) => line.toLowerCase().includes(word));
    const messages = texts.map((list) => list.some((line) => lines[line]));
    inLogs.set(word, data("details").map((cells) => cells.some(([, [runs]]) => runs.some((run) => messages[run[7]]))));
  }
  return inLogs.get(word);
}
