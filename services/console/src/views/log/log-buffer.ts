import type { StreamedEvent, StreamItem } from '@crumbtrail/client';

/** The latest events, oldest first, and the number of all events received. */
export interface LogBuffer {
  readonly events: readonly StreamedEvent[];
  readonly total: number;
}

/** The maximum number of events kept; the oldest are dropped first. */
export const MAX_EVENTS = 2_000;
/** A buffer without events. */
export const emptyLogBuffer: LogBuffer = { events: [], total: 0 };

/** The buffer with the events of a batch appended. */
export function appendEvents(buffer: LogBuffer, items: readonly StreamItem[]): LogBuffer {
  const more = items.flatMap((item) => (item.type === 'event' ? [item.event] : []));
  if (more.length === 0) return buffer;
  return { events: [...buffer.events, ...more].slice(-MAX_EVENTS), total: buffer.total + more.length };
}

/** Filters applied in the page; '' matches everything. Schema and session are filtered by the gateway. */
export interface LogFilter {
  readonly tag: string;
  readonly agent: string;
  readonly author: string;
  readonly text: string;
}

const searchTexts = new WeakMap<StreamedEvent, string>();

/** All values of some data, without property names. */
function collectText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return value === undefined ? '' : String(value);
  return Object.values(value).map(collectText).join('\n');
}

/** The searchable text of an event in lower case, computed at its first search. */
function searchText(event: StreamedEvent): string {
  const known = searchTexts.get(event);
  if (known !== undefined) return known;
  const { title, context } = event.crumb ?? {};
  const text = collectText([event.schema_name, event.id, event.session, title, context]).toLowerCase();
  searchTexts.set(event, text);
  return text;
}

/** Is the event by this agent, for it, or about it? */
function concernsAgent({ author, recipient, crumb }: StreamedEvent, agent: string): boolean {
  const isAuthor = author.kind === 'agent' && author.id === agent;
  return isAuthor || recipient === agent || crumb?.context['agent'] === agent;
}

/** Does the event match the filter? */
export function matchesLogFilter(event: StreamedEvent, { tag, agent, author, text }: LogFilter): boolean {
  if (author !== '' && event.author.id !== author) return false;
  if (agent !== '' && !concernsAgent(event, agent)) return false;
  if (tag !== '' && !event.crumb?.tags.includes(tag)) return false;
  return text === '' || searchText(event).includes(text.toLowerCase());
}

const MAX_SUMMARY = 160;

/** A payload as one line: its text if it has one, otherwise JSON. */
function summarizePayload(context: Readonly<Record<string, unknown>>): string {
  const { content, call, text, agent, tool, input, tokens, error } = context;
  if (typeof content === 'string') return content;
  if (typeof call === 'string') return `${call} → ${typeof text === 'string' ? text : ''}`;
  if (typeof tool === 'string' && input !== undefined) return `${tool}(${JSON.stringify(input)})`;
  if (isMessage(error)) return error.message;
  if (typeof agent === 'string' && isCount(tokens)) return `${tokens.total.toLocaleString('en')} tokens for ${agent}`;
  return JSON.stringify(context);
}

const isMessage = (value: unknown): value is { readonly message: string } =>
  typeof (value as { message?: unknown } | undefined)?.message === 'string';
const isCount = (value: unknown): value is { readonly total: number } =>
  typeof (value as { total?: unknown } | undefined)?.total === 'number';

/** An event as one line. */
export function summarizeEvent({ crumb, kind }: StreamedEvent): string {
  if (!crumb) return kind;
  return (crumb.title ?? summarizePayload(crumb.context)).slice(0, MAX_SUMMARY).replaceAll(/\s+/g, ' ');
}
