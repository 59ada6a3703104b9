/** What the first lines of a content say, and the content without them. */
export interface DecoratedContent {
  readonly content: string;
  /** `on`: active without keys. `off`: not active by keys, constant or similarity. */
  readonly forced: 'on' | 'off' | null;
}

const KNOWN: Readonly<Record<string, 'on' | 'off'>> = { activate: 'on', dont_activate: 'off' };

const nameOf = (line: string): string => line.replace(/^@+/, '').trim().split(/\s/)[0] ?? '';

/** Reads decorators: lines `@@name` at the beginning. A line `@@@name` applies if the line before it is not known. */
export function readDecorators(text: string): DecoratedContent {
  if (!text.startsWith('@@')) return { content: text, forced: null };
  const lines = text.split('\n');
  let forced: DecoratedContent['forced'] = null;
  let isKnown = true;
  let at = 0;
  for (; lines[at]?.startsWith('@@'); at += 1) {
    const line = lines[at] as string;
    if (line.startsWith('@@@') && isKnown) continue;
    const meaning = Object.hasOwn(KNOWN, nameOf(line)) ? KNOWN[nameOf(line)] : undefined;
    isKnown = meaning !== undefined;
    forced = meaning ?? forced;
  }
  return { content: lines.slice(at).join('\n'), forced };
}
