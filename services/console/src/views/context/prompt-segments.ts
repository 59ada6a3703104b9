/** A segment of what the model saw, and the section that it belongs to. Put together, they are the text to the letter. */
export interface PromptSegment {
  readonly section: string;
  readonly text: string;
}

/** A section as its plan calls it: where it stands under a heading, and in which element. */
export interface SectionHeading {
  readonly name: string;
  readonly heading: string;
  readonly tag?: string | undefined;
}

/** What is needed to read a context's text: how it was written, and what its sections are called. */
export interface ContextFormat {
  readonly format: string;
  readonly sections: readonly SectionHeading[];
}

export const FRAME = 'frame';
const MESSAGE = 'message';
const CONVERSATION = 'conversation';
/** Headings that are no section's own. */
const FIXED: readonly SectionHeading[] = [
  { name: MESSAGE, heading: 'Current message' },
  { name: 'recent', heading: 'Before today' },
  { name: 'recent', heading: "Today's transcript" },
  { name: 'events', heading: 'Public events' },
  { name: 'results', heading: 'Tool results still valid' },
  { name: FRAME, heading: 'Roster' },
];

/** The sections of a recorded plan; none where it says none. */
export function readPlanSections(plan: unknown): SectionHeading[] {
  const { sections } = (plan ?? {}) as { sections?: unknown };
  const all: readonly Partial<SectionHeading>[] = Array.isArray(sections) ? sections : [];
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

/** The outermost elements whose tags begin a line; what was said is escaped, and begins none. */
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

/** The text of a context by sections. */
export function splitContext(text: string, { format, sections }: ContextFormat): PromptSegment[] {
  if (text === '') return [];
  return format === 'lmml' ? splitByElements(text, sections) : splitByHeadings(text, sections);
}

/** One message of what the model was given. */
export interface PromptMessage {
  readonly role: string;
  readonly segments: readonly PromptSegment[];
}

interface PromptParts {
  readonly prompt: readonly { readonly role: string; readonly content: string }[] | null;
  readonly formatted_context: string | null;
}

/** A message of a chat: the system's by its headings, the last as the one that is answered, what is between as the conversation. */
function splitChatMessage(
  role: string,
  content: string,
  place: { isLast: boolean; writing: ContextFormat },
): PromptSegment[] {
  if (place.isLast) return [{ section: MESSAGE, text: content }];
  if (role === 'system') return splitByHeadings(content, place.writing.sections);
  return [{ section: CONVERSATION, text: content }];
}

function splitChat(prompt: NonNullable<PromptParts['prompt']>, writing: ContextFormat): PromptMessage[] {
  return prompt.map(({ role, content }, at) => {
    if (at === 0 && role === 'system') return { role, segments: [{ section: 'system prompt', text: content }] };
    return { role, segments: splitChatMessage(role, content, { isLast: at === prompt.length - 1, writing }) };
  });
}

/** What the model was given, message by message; nothing where its text was erased. */
export function splitPrompt({ prompt, formatted_context }: PromptParts, writing: ContextFormat): PromptMessage[] {
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
