import { looksLikeDayHeading } from '@crumbtrail/prompting';

/** An entry as a strict reader finds it; no speaker where the text names none. */
export interface ReadEntry {
  readonly speaker: string | null;
  readonly day: string | null;
  readonly text: string;
}

export interface ReadSection {
  readonly heading: string;
  readonly attributes?: string;
  readonly lists: string;
  readonly entries: readonly ReadEntry[];
}

/** Who may stand before a line: anybody, or only the one who speaks anyway. */
interface Speaking {
  readonly implied?: string;
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** Reads day lines, as one after the other says the year or leaves it to the one above. */
export class Days {
  private year = '';
  current: string | null = null;

  read(line: string): boolean {
    if (!line.endsWith(':') || !looksLikeDayHeading(line.slice(0, -1))) return false;
    const [day = '', month = '', year = this.year] = line.slice(0, -1).split(' ');
    this.year = year;
    this.current =
      day === 'Today' ? null : `${year}-${String(MONTHS.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;
    return true;
  }
}

interface Open {
  speaker: string | null;
  day: string | null;
  lines: string[];
}

/** What stands before the first line's text, if the line begins an entry at all. */
function begun(line: string, { implied }: Speaking): { speaker: string; text: string } | null {
  if (implied !== undefined) {
    return { speaker: implied, text: line.startsWith(`${implied}: `) ? line.slice(implied.length + 2) : line };
  }
  const match = /^([^\s:][^:\n]*): ([^]*)$/.exec(line);
  return match === null ? null : { speaker: match[1] as string, text: match[2] as string };
}

/** Reads the lines of one section or message; whatever is not of our making must be indented. */
export function readLines(text: string, days = new Days(), speaking: Speaking = {}): Omit<ReadSection, 'heading'> {
  const entries: Open[] = [];
  const lists: string[] = [];
  for (const line of text.split('\n')) {
    const last = entries.at(-1);
    if (line === '' || line.startsWith('  ')) (last ? last.lines : lists).push(line.slice(2));
    else if (!days.read(line)) {
      const entry = begun(line, speaking);
      if (entry === null) throw new Error(`nobody says ${JSON.stringify(line)}`);
      entries.push({ speaker: entry.speaker, day: days.current, lines: [entry.text] });
    }
  }
  const read = entries.map(({ speaker, day, lines }) => ({ speaker, day, text: lines.join('\n').trimEnd() }));
  return { lists: lists.join('\n').trim(), entries: read };
}

/** Reads headings and what stands under each; a day holds until the next one is said, or until a heading that stands for today. */
export function readMarkdown(text: string, today: readonly string[] = []): ReadSection[] {
  const days = new Days();
  const [before = '', ...sections] = `\n${text}`.split(/\n(?=## )/);
  if (before.trim() !== '') throw new Error(`before the first heading: ${JSON.stringify(before)}`);
  return sections.map((section) => {
    const end = section.indexOf('\n');
    const heading = section.slice(3, end);
    if (today.includes(heading)) days.current = null;
    return { heading, ...readLines(section.slice(end + 1), days) };
  });
}

export interface ReadLmml {
  readonly nonce: string;
  readonly persona: string | null;
  readonly sections: readonly ReadSection[];
  readonly message: { readonly speaker: string | null; readonly text: string };
}

const unescaped = (text: string): string =>
  text.replace(/&(lt|gt|amp|quot);/g, (_all, name: string) => ({ lt: '<', gt: '>', quot: '"' })[name] ?? '&');

/** Takes a pattern off the beginning of a text, or fails. */
class Reader {
  constructor(private text: string) {}

  take(pattern: RegExp): RegExpExecArray | null {
    const match = new RegExp(`^(?:${pattern.source})`, pattern.flags).exec(this.text);
    if (match) this.text = this.text.slice(match[0].length);
    return match;
  }

  must(pattern: RegExp): RegExpExecArray {
    const match = this.take(pattern);
    if (!match) throw new Error(`${pattern} does not begin ${JSON.stringify(this.text.slice(0, 120))}`);
    return match;
  }
}

/** Reads the frame, its elements and the message; between two elements there are signs of ours only. */
export function readLmml(text: string): ReadLmml {
  const reader = new Reader(text);
  reader.take(/What follows is the context in which you become [^\n<>]+\.\n/);
  const [, nonce = ''] = reader.must(/<agent-context(?: persona="[^"<>\n]+")? nonce="([0-9a-f]{16})">\n/);
  const persona = reader.take(/<persona>\n([^]*?)\n<\/persona>\n/)?.[1] ?? null;
  const sections: ReadSection[] = [];
  for (let tag; (tag = reader.take(/<([A-Za-z][\w-]*)((?: [\w-]+="[^"<>\n]*")*)>\n/));) {
    const [, heading = '', attributes = ''] = tag;
    const [, body = ''] = reader.must(new RegExp(`([^<>]*)</${heading}>\n`));
    const { lists, entries } = readLines(body);
    const plain = entries.map((entry) => ({
      ...entry,
      speaker: entry.speaker && unescaped(entry.speaker),
      text: unescaped(entry.text),
    }));
    sections.push({ heading, attributes, lists: unescaped(lists), entries: plain });
  }
  reader.must(/<\/agent-context>\n(?:You are now [^\n<>]+\.\n)?\n/);
  const [, from, said = ''] = reader.must(/<message(?: from="([^"<>\n]+)")?>([^<>]*)<\/message>$/);
  return { nonce, persona, sections, message: { speaker: from ? unescaped(from) : null, text: unescaped(said) } };
}
