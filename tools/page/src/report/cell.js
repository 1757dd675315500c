// What the panel says of a cell.

function cellParts(row, column) {
  const cell = about(row, column);
  const { runs, times, history: past } = detail(row, column);
  return [
    make("p", {}, shown(`${cell.code} on ${cell.device}`)),
    make("p", { class: "stands" }, signed(cell.letter), cell.before ? make("span", { class: "new" }, ` Δ ${cell.before}${cell.was === "+" ? " since the last plan" : " in the last plan"}`) : "",
      cell.slower ? make("span", { class: "slow" }, ` S ${cell.slower}`) : ""),
    ...runParts(runs),
    ...(times ? timeParts(row, column, times) : []),
    ...pastParts(past),
  ];
}

// Runs of one log show it once.
function runParts(runs) {
  if (!runs.length) return [make("h3", {}, "Runs"), make("p", {}, "None.")];
  const logs = new Map();
  runs.forEach((run) => logs.set(run.message, [...(logs.get(run.message) ?? []), run.repeat]));
  return [
    make("h3", {}, "Runs"),
    table(["repeat", "outcome", "digest", "seconds", "node", "job", "attempt"], runs.map((run) => [
      run.repeat, run.outcome, run.digest || "–", figure(run.seconds), run.node, run.job, run.attempt,
    ])),
    ...[...logs].flatMap(([message, repeats]) => {
      const whose = logs.size === 1 ? "" : ` of ${repeats.length > 1 ? "repeats" : "repeat"} ${repeats.join(", ")}`;
      return [make("h3", {}, `Log${whose}`), ...(text(message) === "" ? [make("p", {}, "Empty.")] : log(text(message)))];
    }),
  ];
}

// All codes that were measured on the device, this one first.
function timeParts(row, column, times) {
  const { device: at, code } = matrix.columns[column];
  const others = matrix.columns
    .map((other, c) => ({ other, c }))
    .filter(({ other, c }) => c !== column && other.device === at && other.medians[row] !== null)
    .map(({ other, c }) => ({ label: columnName(other), ...detail(row, c).times }));
  const items = [{ label: codeName(code), own: true, ...times }, ...others];
  const known = items.filter(({ median, low, high }) => [median, low, high].every(Number.isFinite));
  const rows = times.peers.map((peer) => [codeName(peer.code), interval(peer.ratio), peer.slower ? "S yes" : "no"]);
  return [
    make("h3", {}, `Times, ${shown(head.unit)}`),
    ...(known.length ? [intervals(known, head.unit)] : []),
    ...(rows.length ? [table(["peer", "time / peer's time", "slower"], rows)] : []),
    make("p", { class: "note" }, "Slower is told only where intervals part: the low end above the other's high end."),
  ];
}

function pastParts(past) {
  const points = past.slice(0, head.commits.length).map((time, at) => ({ label: head.commits[at], ...(time ?? {}) }));
  if (!points.some((point) => point.median !== undefined)) return [];
  const rows = points.map((point) => [point.label, point.median === undefined ? "not measured" : interval(point)]);
  return [
    make("h3", {}, `History, ${shown(head.unit)}`),
    pastPlot(points, head.unit),
    make("details", {}, make("summary", {}, "As a table"), table(["commit", "time"], rows)),
  ];
}
