/** A part of the prompt and the section it belongs to. Joined, the segments are exactly the prompt. */
export interface PromptSegment {
  readonly section: string;
  readonly text: string;
}

/** A section of the plan: its name, its Markdown heading, and its element in lmml. */
export interface SectionHeading {
  readonly name: string;
  readonly heading: string;
  readonly tag?: string | undefined;
}

/** The format of a context and its section headings, needed to split its text. */
export interface ContextFormat {
  readonly format: string;
  readonly sections: readonly SectionHeading[];
}

export const FRAME = 'frame';
const MESSAGE = 'message';
const CONVERSATION = 'conversation';
/** Headings that the formatters add themselves. */
const FIXED: readonly SectionHeading[] = [
  { name: MESSAGE, heading: 'Current message' },
  { name: 'recent', heading: 'Before today' },
  { name: 'recent', heading: "Today's transcript" },
  { name: 'events', heading: 'Public events' },
  { name: 'results', heading: 'Tool results still valid' },
  { name: FRAME, heading: 'Roster' },
];

/** Reads the sections of a recorded plan; empty if it has none. */
export function readPlanSections(plan: unknown): SectionHeading[] {
  const { sections } = (plan ?? {}) as { sections?: unknown };
  const all: readonly Partial<SectionHeading>[] = Array.isArray(sections) ? sections : [];
  return all.flatMap(({ name, heading, tag }) =>
    typeof name === 'string' && typeof heading === 'string' ? [{ name, heading, tag }] : [],
  );
}

/** Splits a text before each match of the pattern. */
function cutBefore(text: string, pattern: RegExp): string[] {
  const starts = [...text.matchAll(pattern)].map(({ index }) => index);
  const edges = [...new Set([0, ...starts, text.length])];
  return edges.slice(0, -1).map((from, at) => text.slice(from, edges[at + 1]));
}

const headingOf = (block: string): string => /^## (.*)/.exec(block)?.[1] ?? '';

/** Splits at headings. Only headings start at the beginning of a line; quoted text is indented. */
function splitByHeadings(text: string, sections: readonly SectionHeading[]): PromptSegment[] {
  const names = new Map([...FIXED, ...sections].map(({ heading, name }) => [heading, name]));
  return cutBefore(text, /^## /gm).map((block) => {
    const heading = headingOf(block);
    return { section: names.get(heading) ?? (heading.toLowerCase() || FRAME), text: block };
  });
}

interface ElementRange {
  readonly tag: string;
  readonly from: number;
  readonly to: number;
}

/** Finds the outermost elements that start a line; quoted text is escaped and contains none. */
function findElements(text: string): ElementRange[] {
  const elements: ElementRange[] = [];
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

function splitByElements(text: string, sections: readonly SectionHeading[]): PromptSegment[] {
  const names = new Map(sections.map(({ name, tag }) => [tag ?? name, name]));
  const result: PromptSegment[] = [];
  let at = 0;
  for (const { tag, from, to } of findElements(text)) {
    if (from > at) result.push({ section: FRAME, text: text.slice(at, from) });
    const section = tag === 'persona' ? FRAME : (names.get(tag) ?? tag);
    result.push({ section, text: text.slice(from, to) });
    at = to;
  }
  return at < text.length ? [...result, { section: FRAME, text: text.slice(at) }] : result;
}

/** Splits the text of a context by section. */
export function splitContext(text: string, { format, sections }: ContextFormat): PromptSegment[] {
  if (text === '') return [];
  return format === 'lmml' ? splitByElements(text, sections) : splitByHeadings(text, sections);
}

/** One message of the prompt, split by section. */
export interface PromptBlock {
  readonly role: string;
  readonly segments: readonly PromptSegment[];
}

interface PromptParts {
  readonly prompt: readonly { readonly role: string; readonly content: string }[] | null;
  readonly formatted_context: string | null;
}

/** Splits a chat message: system messages by heading, the last one as the current message, the others as conversation. */
function splitChatMessage(
  role: string,
  content: string,
  position: { isLast: boolean; writing: ContextFormat },
): PromptSegment[] {
  if (position.isLast) return [{ section: MESSAGE, text: content }];
  if (role === 'system') return splitByHeadings(content, position.writing.sections);
  return [{ section: CONVERSATION, text: content }];
}

function splitChat(prompt: NonNullable<PromptParts['prompt']>, writing: ContextFormat): PromptBlock[] {
  return prompt.map(({ role, content }, at) => {
    if (at === 0 && role === 'system') return { role, segments: [{ section: 'system prompt', text: content }] };
    return { role, segments: splitChatMessage(role, content, { isLast: at === prompt.length - 1, writing }) };
  });
}

/** Splits the prompt into messages and sections; empty when its text was erased. */
export function splitPrompt({ prompt, formatted_context }: PromptParts, writing: ContextFormat): PromptBlock[] {
  if (formatted_context === null) return [];
  if (prompt === null) return [{ role: 'context', segments: splitContext(formatted_context, writing) }];
  if (writing.format === 'messages') return splitChat(prompt, writing);
  return prompt.map(({ role, content }) => {
    const isContext = content === formatted_context;
    return {
      role,
      segments: isContext ? splitContext(content, writing) : [{ section: `${role} prompt`, text: content }],
    };
  });
}
