/** A stretch of what the model saw, and the section that it belongs to. Put together, they are the text to the letter. */
export interface Stretch {
  readonly section: string;
  readonly text: string;
}

/** A section as its plan calls it: where it stands under a heading, and in which element. */
export interface Named {
  readonly name: string;
  readonly heading: string;
  readonly tag?: string | undefined;
}

/** What is needed to read a context's text: how it was written, and what its sections are called. */
export interface Writing {
  readonly format: string;
  readonly sections: readonly Named[];
}

export const FRAME = 'frame';
const MESSAGE = 'message';
const CONVERSATION = 'conversation';
/** Headings that are no section's own. */
const FIXED: readonly Named[] = [
  { name: MESSAGE, heading: 'Current message' },
  { name: 'recent', heading: 'Before today' },
  { name: 'recent', heading: "Today's transcript" },
  { name: 'events', heading: 'Public events' },
  { name: 'results', heading: 'Tool results still valid' },
  { name: FRAME, heading: 'Roster' },
];

/** The sections of a recorded plan; none where it says none. */
export function sectionsOf(plan: unknown): Named[] {
  const { sections } = (plan ?? {}) as { sections?: unknown };
  const all: readonly Partial<Named>[] = Array.isArray(sections) ? sections : [];
  return all.flatMap(({ name, heading, tag }) =>
    typeof name === 'string' && typeof heading === 'string' ? [{ name, heading, tag }] : [],
  );
}

/** Cuts a text before each place that the pattern finds. */
function cutBefore(text: string, pattern: RegExp): string[] {
  const places = [...text.matchAll(pattern)].map(({ index }) => index);
  const edges = [...new Set([0, ...places, text.length])];
  return edges.slice(0, -1).map((from, at) => text.slice(from, edges[at + 1]));
}

const headingOf = (block: string): string => /^## (.*)/.exec(block)?.[1] ?? '';

/** Headings stand at the beginning of a line, and nothing that was said does. */
function underHeadings(text: string, sections: readonly Named[]): Stretch[] {
  const names = new Map([...FIXED, ...sections].map(({ heading, name }) => [heading, name]));
  return cutBefore(text, /^## /gm).map((block) => {
    const heading = headingOf(block);
    return { section: names.get(heading) ?? (heading.toLowerCase() || FRAME), text: block };
  });
}

interface Element {
  readonly tag: string;
  readonly from: number;
  readonly to: number;
}

/** The outermost elements whose tags begin a line; what was said is escaped, and begins none. */
function elementsOf(text: string): Element[] {
  const elements: Element[] = [];
  let at = 0;
  for (const { 1: tag = '', index } of text.matchAll(/^<([A-Za-z][\w-]*)/gm)) {
    if (index < at || tag === 'agent-context') continue;
    const end = `</${tag}>`;
    const found = text.indexOf(end, index);
    if (found < 0) continue;
    at = found + end.length;
    if (text[at] === '\n') at += 1;
    elements.push({ tag, from: index, to: at });
  }
  return elements;
}

function inElements(text: string, sections: readonly Named[]): Stretch[] {
  const names = new Map(sections.map(({ name, tag }) => [tag ?? name, name]));
  const result: Stretch[] = [];
  let at = 0;
  for (const { tag, from, to } of elementsOf(text)) {
    if (from > at) result.push({ section: FRAME, text: text.slice(at, from) });
    const section = tag === 'persona' ? FRAME : (names.get(tag) ?? tag);
    result.push({ section, text: text.slice(from, to) });
    at = to;
  }
  return at < text.length ? [...result, { section: FRAME, text: text.slice(at) }] : result;
}

/** The text of a context by sections. */
export function stretchesOf(text: string, { format, sections }: Writing): Stretch[] {
  if (text === '') return [];
  return format === 'lmml' ? inElements(text, sections) : underHeadings(text, sections);
}

/** One message of what the model was given. */
export interface Block {
  readonly role: string;
  readonly stretches: readonly Stretch[];
}

interface Shown {
  readonly prompt: readonly { readonly role: string; readonly content: string }[] | null;
  readonly formatted_context: string | null;
}

/** A message of a chat: the system's by its headings, the last as the one that is answered, what is between as the conversation. */
function chatStretches(role: string, content: string, place: { isLast: boolean; writing: Writing }): Stretch[] {
  if (place.isLast) return [{ section: MESSAGE, text: content }];
  if (role === 'system') return underHeadings(content, place.writing.sections);
  return [{ section: CONVERSATION, text: content }];
}

function chatBlocks(prompt: NonNullable<Shown['prompt']>, writing: Writing): Block[] {
  return prompt.map(({ role, content }, at) => {
    if (at === 0 && role === 'system') return { role, stretches: [{ section: 'system prompt', text: content }] };
    return { role, stretches: chatStretches(role, content, { isLast: at === prompt.length - 1, writing }) };
  });
}

/** What the model was given, message by message; nothing where its text was erased. */
export function blocksOf({ prompt, formatted_context }: Shown, writing: Writing): Block[] {
  if (formatted_context === null) return [];
  if (prompt === null) return [{ role: 'context', stretches: stretchesOf(formatted_context, writing) }];
  if (writing.format === 'messages') return chatBlocks(prompt, writing);
  return prompt.map(({ role, content }) => {
    const isContext = content === formatted_context;
    return {
      role,
      stretches: isContext ? stretchesOf(content, writing) : [{ section: `${role} prompt`, text: content }],
    };
  });
}
