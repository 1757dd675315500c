// Data, texts, elements.

const blocks = new Map();

// A block of data; parsed when it is first asked for, and its text let go.
function data(name) {
  if (!blocks.has(name)) {
    const element = document.getElementById(`data-${name}`);
    blocks.set(name, JSON.parse(element.textContent));
    element.remove();
  }
  return blocks.get(name);
}

const string = (number) => data("strings").strings[number];
const text = (number) => data("strings").texts[number].map(string).join("\n");

// A text as it is shown: what steers terminals or turns the direction of writing is made visible.
function shown(text) {
  return String(text).replace(/[\u0000-\u0008\u000b-\u001f\u007f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, (letter) => {
    const code = letter.charCodeAt(0);
    if (letter === "\r") return "";
    if (code < 32) return String.fromCharCode(0x2400 + code);
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
  });
}

function put(element, attributes, parts) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") for (const [event, does] of Object.entries(value)) element.addEventListener(event, does);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  // `append` makes text nodes of strings, whatever they say.
  element.append(...parts.flat().filter((part) => part !== null));
  return element;
}

const make = (tag, attributes = {}, ...parts) => put(document.createElement(tag), attributes, parts);
const draw = (tag, attributes = {}, ...parts) => put(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, parts);

// A number as it is read: four digits, or all before the point.
function figure(number) {
  if (number === null || number === undefined) return "?";
  return Math.abs(number) >= 1000 ? Math.round(number).toLocaleString("en") : String(Number(number.toPrecision(4)));
}

const counted = (number) => number.toLocaleString("en");
