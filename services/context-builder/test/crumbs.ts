import { sha256, type Candidate, type Participant, type SourcePlan } from '@crumbtrail/contracts';
import { countTokens } from '@crumbtrail/hints';
import { AgentResponse, UserMessage } from '@crumbtrail/contracts';
import { itemChunkKey, type FoundItem, type ContextItem, type ScoredItem } from '../src/gather/item';
import { fingerprintOf } from '../src/text/fingerprint';

export const USER: Participant = { kind: 'user', id: 'user' };
export const ASSISTANT: Participant = { kind: 'agent', id: 'assistant' };

/** A readable uuid: `id(7)`. */
export function id(number: number): string {
  return `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
}

/** Said at a minute of one day. */
export function at(minute: number, day = '2026-05-08'): string {
  return new Date(Date.parse(`${day}T09:00:00.000Z`) + minute * 60_000).toISOString();
}

export function candidate(number: number, text: string, over: Partial<Candidate> = {}): Candidate {
  const author = over.author ?? USER;
  return {
    id: id(number),
    version: 1,
    workspace: 'default',
    chunk: 0,
    chunks: 1,
    position: number,
    schema_name: author.kind === 'agent' ? AgentResponse.name : UserMessage.name,
    session: 'demo',
    author,
    audience: 'all',
    imported: false,
    occurred_at: at(number),
    text,
    digest: sha256(text).slice(0, 7),
    tokens: countTokens(text, 'o200k_base'),
    simhash: '',
    information: 20,
    rank: 1,
    score: 1,
    scores: {},
    ...over,
  };
}

export function item(number: number, text: string, over: Partial<ContextItem> = {}): ContextItem {
  const author = over.author ?? USER;
  const made = {
    id: id(number),
    version: 1,
    chunk: 0,
    chunks: 1,
    position: number,
    occurred_at: at(number),
    schema_name: author.kind === 'agent' ? AgentResponse.name : UserMessage.name,
    author,
    speaker: author.kind === 'agent' ? 'Assistant' : 'User',
    text,
    indexed: countTokens(text, 'o200k_base'),
    information: 20,
    ...over,
  };
  return { key: itemChunkKey(made), fingerprint: fingerprintOf(made.text), ...made };
}

export function source(over: Partial<SourcePlan> = {}): SourcePlan {
  return {
    name: over.type ?? 'hybrid',
    type: 'hybrid',
    section: 'relevant',
    schemas: [],
    tags: [],
    scope: 'session',
    limit: 20,
    floor: 0,
    weight: 1,
    ...over,
  };
}

export function found(one: ContextItem, rank: number, over: Partial<FoundItem> = {}): FoundItem {
  return { item: one, source: source(), rank, score: 1 / rank, scores: {}, ...over };
}

export function scored(one: ContextItem, rank: number, over: Partial<ScoredItem> = {}): ScoredItem {
  return { item: one, source: 'hybrid', section: 'relevant', rank, score: 1 / rank, scores: {}, ...over };
}

/** A window of one item after the other, the last one the newest. */
export function windowed(items: readonly ContextItem[]): ScoredItem[] {
  return items.map((one, index) =>
    scored(one, index + 1, { source: 'recent', section: 'recent', recency: items.length - index }),
  );
}
