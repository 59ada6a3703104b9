import type { StreamedEvent, StreamItem } from '@crumbtrail/client';

/** The latest events, oldest first, and how many have come in all. */
export interface LogBuffer {
  readonly events: readonly StreamedEvent[];
  readonly total: number;
}

/** So many are kept in the page: the oldest leave first. */
export const MAX_EVENTS = 2_000;
export const emptyLogBuffer: LogBuffer = { events: [], total: 0 };

/** The rows after a batch of what came. */
export function appendEvents(rows: LogBuffer, items: readonly StreamItem[]): LogBuffer {
  const more = items.flatMap((item) => (item.type === 'event' ? [item.event] : []));
  if (more.length === 0) return rows;
  return { events: [...rows.events, ...more].slice(-MAX_EVENTS), total: rows.total + more.length };
}

/** What is wanted of the log; '' wants everything. Schema and session are the server's to filter by. */
export interface LogFilter {
  readonly tag: string;
  readonly agent: string;
  readonly author: string;
  readonly text: string;
}

const searchTexts = new WeakMap<StreamedEvent, string>();

/** The values of some data, without the names of its fields. */
function collectText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return value === undefined ? '' : String(value);
  return Object.values(value).map(collectText).join('\n');
}

/** All that an event and its crumb say, in lower case; made when it is first searched. */
function searchText(event: StreamedEvent): string {
  const known = searchTexts.get(event);
  if (known !== undefined) return known;
  const { title, context } = event.crumb ?? {};
  const text = collectText([event.schema_name, event.id, event.session, title, context]).toLowerCase();
  searchTexts.set(event, text);
  return text;
}

/** Is it by this agent, for it, or about it? */
function concernsAgent({ author, recipient, crumb }: StreamedEvent, agent: string): boolean {
  const isTheirs = author.kind === 'agent' && author.id === agent;
  return isTheirs || recipient === agent || crumb?.context['agent'] === agent;
}

/** Is this event wanted? */
export function matchesLogFilter(event: StreamedEvent, { tag, agent, author, text }: LogFilter): boolean {
  if (author !== '' && event.author.id !== author) return false;
  if (agent !== '' && !concernsAgent(event, agent)) return false;
  if (tag !== '' && !event.crumb?.tags.includes(tag)) return false;
  return text === '' || searchText(event).includes(text.toLowerCase());
}

const MAX_SUMMARY = 160;

/** Data as a line: what it says, where it says something. */
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

/** What an event says, on one line. */
export function summarizeEvent({ crumb, kind }: StreamedEvent): string {
  if (!crumb) return kind;
  return (crumb.title ?? summarizePayload(crumb.context)).slice(0, MAX_SUMMARY).replaceAll(/\s+/g, ' ');
}
