// Plots of intervals: a median and the two ends around it. Each says in words what it shows.

const interval = ({ median, low, high }) => `${figure(median)} [${figure(low)}, ${figure(high)}]`;

// From the least to the greatest end, with some room. Quarters, so that no difference of two numbers is beyond all numbers.
function scale(times, from, to) {
  const ends = times.flatMap(({ median, low, high }) => [median, low, high]);
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const span = most / 4 - least / 4;
  const room = span * 0.04 || Math.abs(most) * 0.01 || 1;
  const place = (value) => from + ((value / 4 - least / 4 + room) / (span + 2 * room)) * (to - from);
  return { least, most, place };
}

// Intervals below each other: [{ label, median, low, high, own }].
function intervals(items, unit) {
  const [left, right, step] = [84, 238, 24];
  const { least, most, place } = scale(items, left, right);
  const height = items.length * step + 22;
  const base = items.length * step + 4;
  const words = items.map((item) => `${shown(item.label)} ${interval(item)}`).join("; ");
  return draw("svg", { class: "plot", viewBox: `0 0 360 ${height}`, role: "img", "aria-label": `Times in ${unit}: ${words}` },
    draw("line", { class: "axis", x1: left, x2: right, y1: base, y2: base }),
    draw("text", { class: "small", x: left, y: base + 13 }, figure(least)),
    draw("text", { class: "small", x: right, y: base + 13, "text-anchor": "end" }, `${figure(most)} ${shown(unit)}`),
    items.map((item, at) => {
      const y = at * step + 13;
      const label = shown(item.label);
      return draw("g", { class: item.own ? "own" : "other" },
        draw("title", {}, `${label}: ${interval(item)} ${shown(unit)}`),
        draw("text", { x: 0, y: y + 4 }, label.length > 12 ? `${label.slice(0, 11)}…` : label),
        whisker(place(item.low), y, place(item.high), y),
        mark(place(item.median), y, item.own),
        draw("text", { class: "small", x: 246, y: y + 4 }, interval(item)));
    }));
}

// A line with a stroke across each end.
function whisker(x1, y1, x2, y2) {
  const [dx, dy] = x1 === x2 && y1 !== y2 ? [3, 0] : [0, 5];
  return draw("path", { class: "whisker", d: `M${x1} ${y1}L${x2} ${y2}M${x1 - dx} ${y1 - dy}l${2 * dx} ${2 * dy}M${x2 - dx} ${y2 - dy}l${2 * dx} ${2 * dy}` });
}

// What is looked at is round, what it is compared with is square.
const mark = (x, y, own) => (own ? draw("circle", { class: "mark", cx: x, cy: y, r: 3.5 }) : draw("rect", { class: "mark", x: x - 3, y: y - 3, width: 6, height: 6 }));

// Intervals beside each other with a line through their medians, which breaks where nothing was measured:
// [{ label, median, low, high } or { label }].
function pastPlot(points, unit) {
  const known = points.filter((point) => point.median !== undefined);
  const { least, most, place } = scale(known, 118, 12);
  const x = (at) => 52 + (points.length > 1 ? (at / (points.length - 1)) * 296 : 148);
  let path = "";
  points.forEach((point, at) => {
    if (point.median === undefined) return;
    const joined = at > 0 && points[at - 1].median !== undefined;
    path += `${joined ? "L" : "M"}${x(at)} ${place(point.median)}`;
  });
  const [first, last] = [points[0], points[points.length - 1]];
  return draw("svg", { class: "plot", viewBox: "0 0 360 144", role: "img", "aria-label": `Times in ${unit} at ${known.length} of ${points.length} commits, between ${figure(least)} and ${figure(most)}` },
    draw("path", { class: "axis", d: "M44 8V124H352" }),
    draw("text", { class: "small", x: 40, y: place(most) + 4, "text-anchor": "end" }, figure(most)),
    most > least ? draw("text", { class: "small", x: 40, y: place(least) + 4, "text-anchor": "end" }, figure(least)) : null,
    draw("text", { class: "small", x: 44, y: 138 }, shown(first.label).slice(0, 12)),
    points.length > 1 ? draw("text", { class: "small", x: 352, y: 138, "text-anchor": "end" }, shown(last.label).slice(0, 12)) : null,
    draw("path", { class: "through", d: path }),
    points.map((point, at) => (point.median === undefined ? null : draw("g", { class: at === points.length - 1 ? "own" : "other" },
      draw("title", {}, `${shown(point.label)}: ${interval(point)} ${shown(unit)}`),
      whisker(x(at), place(point.low), x(at), place(point.high)),
      mark(x(at), place(point.median), at === points.length - 1)))));
}
