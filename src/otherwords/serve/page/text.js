// Offsets of the server count code points, those of JavaScript UTF-16 units: an emoji is one of the first and two of the
// second.

export class Offsets {
  constructor(text) {
    this.pairs = [];
    if (/[\ud800-\udfff]/.test(text)) {
      let point = 0;
      for (const character of text) {
        if (character.length === 2) this.pairs.push(point);
        point += 1;
      }
    }
  }

  unit(point) {
    let low = 0;
    let high = this.pairs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.pairs[middle] < point) low = middle + 1;
      else high = middle;
    }
    return point + low;
  }
}

// Where the text is cut into blocks to be shown: at marks, which pages and cues begin with, and at line breaks, save
// those of hard-wrapped text, which only say how wide somebody's page was.
export function blocks(text, marks, offsets) {
  const labels = new Map(marks.map((mark) => [offsets.unit(mark.offset), mark]));
  const lines = [];
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf("\n", start);
    const end = found < 0 ? text.length : found;
    lines.push({ start, end, mark: labels.get(start) });
    start = end + 1;
  }
  const width = marks.some((mark) => mark.time) ? Infinity : wrappedAt(lines);
  const made = [];
  lines.forEach((line, i) => {
    const before = lines[i - 1];
    const runsOn = before && !line.mark && before.end - before.start >= 0.7 * width && /^[^\s\d•*–-]/.test(text.slice(line.start, line.end));
    if (runsOn) {
      made.at(-1).end = line.end;
      made.at(-1).flows = true;
    } else {
      made.push({ ...line, flows: false });
    }
  });
  return made;
}

// The width of hard-wrapped lines; none where lines are verses, or whole paragraphs.
function wrappedAt(lines) {
  const lengths = lines.map((line) => line.end - line.start).filter(Boolean).sort((a, b) => a - b);
  const long = lengths[Math.floor(0.9 * lengths.length)] ?? 0;
  return long >= 60 && long <= 110 ? long : Infinity;
}

export function isProse(text) {
  const lengths = text.split("\n", 2000).map((line) => line.trim().length).filter(Boolean).sort((a, b) => a - b);
  return lengths.length > 0 && lengths[lengths.length >> 1] > 110;
}
