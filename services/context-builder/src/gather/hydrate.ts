import {
  fingerprintReaders,
  MemoryLong,
  MemoryShort,
  SessionSummary,
  ToolCatalog,
  ToolResponse,
  WorldEvent,
  type AgentName,
  type CrumbAuthor,
  type Candidate,
  type Participant,
  type SessionV1,
  type SourcePlan,
} from '@crumbtrail/contracts';
import { defuse, type CountedText } from '@crumbtrail/hints';
import { LRUCache } from 'lru-cache';
import type { Fingerprint, FingerprintCache } from '../text/fingerprint';
import {
  distinctAuthors,
  distinctParticipants,
  nameSpeakers,
  type IdNameCache,
  type NameOf,
} from '@crumbtrail/prompting';
import type { ReadableCandidates } from './assert-readable';
import { shownText, type MayCall } from './granted-lines';
import { itemChunkKey, type ContextItem, type FoundItem } from './item';
import { listMembers } from './show-origin';

/** Who takes part, besides the authors of candidates. */
export interface Participants {
  readonly author: CrumbAuthor;
  readonly agent: string;
  /** The name in the agent's definition. */
  readonly name?: string | undefined;
  /** Other agents under the names in their definitions. */
  readonly agents?: readonly AgentName[] | undefined;
  readonly members: NonNullable<SessionV1['members']>;
  /** The tools that a tool catalog shows. Default: all. */
  readonly mayCall?: MayCall;
}

/** Items as their sources found them, and the names of all speakers. */
export interface HydratedItems {
  readonly found: readonly FoundItem[];
  readonly nameOf: NameOf;
  /** The participants, besides the session's members, that names were chosen among. */
  readonly speakers: readonly Participant[];
}

/** Why a message of the recent window does not enter. */
const REMEMBERED = 'it has left the window: the short-term memory holds it';

/** Crumbs that are shown without a speaker: tool lists, tool results, summaries and events. */
const WITHOUT_SPEAKER: ReadonlySet<string> = new Set([
  ToolCatalog.name,
  ToolResponse.name,
  SessionSummary.name,
  MemoryShort.name,
  MemoryLong.name,
  WorldEvent.name,
]);

/** The item as a source of this type shows it: the scopes of a session have no speaker. */
export const asFoundBy = (item: ContextItem, type: SourcePlan['type'] | undefined): ContextItem =>
  type === 'scopes' ? { ...item, speaker: null } : item;

/** The most speakers, besides members, that get distinct names: the recorded context can hold this many. */
const MAX_SPEAKERS = 256;

/** Makes texts safe to show in a prompt, and remembers them: the same texts come with every build of a conversation. */
export class SafeTextCache {
  private readonly texts: LRUCache<string, string>;

  /**
   * @param max texts remembered; default 20,000
   * @param maxCharacters characters of these, before and after, in all; default 8,000,000
   */
  constructor(max = 20_000, maxCharacters = 8_000_000) {
    this.texts = new LRUCache({
      max,
      maxSize: maxCharacters,
      sizeCalculation: (safe, text) => safe.length + text.length + 1,
    });
  }

  get(text: string): string {
    const known = this.texts.get(text);
    if (known !== undefined) return known;
    const safe = defuse(text);
    this.texts.set(text, safe);
    return safe;
  }
}

/** What is remembered about texts and names from one build to the next. */
export interface TextCaches {
  readonly safeTexts: SafeTextCache;
  readonly fingerprints: FingerprintCache;
  readonly idNames: IdNameCache;
}

/** The safe text of a candidate and what is computed from it, at the first access: most candidates are dropped by their scores alone. */
class LazyText {
  private safe: string | undefined;

  constructor(
    private readonly candidate: Candidate,
    private readonly caches: TextCaches,
    private readonly mayCall: MayCall | undefined,
  ) {}

  get text(): string {
    return (this.safe ??= this.safeText());
  }

  get fingerprint(): Fingerprint {
    return this.caches.fingerprints.get(this.text);
  }

  get counted(): CountedText | undefined {
    const { text, tokens } = this.candidate;
    return this.text !== '' && this.text === text ? { text, tokens } : undefined;
  }

  private safeText(): string {
    if (this.candidate.hint_error !== undefined) return '';
    const text = shownText(this.candidate, this.mayCall);
    return text === '' ? '' : this.caches.safeTexts.get(text);
  }
}

/**
 * A candidate as an item, with its speaker's name and a safe text. Every property is always set, so that all items have one shape. `mayCall`: a tool catalog shows only
 * these tools; undefined: all of them, as contexts of earlier versions did.
 */
export function toItem(
  candidate: Candidate,
  nameOf: NameOf,
  caches: TextCaches,
  mayCall: MayCall | undefined,
): ContextItem {
  const { schema_name, author, hint_error } = candidate;
  const lazy = new LazyText(candidate, caches, mayCall);
  return {
    key: itemChunkKey(candidate),
    id: candidate.id,
    version: candidate.version,
    chunk: candidate.chunk,
    chunks: candidate.chunks,
    position: candidate.position,
    session: candidate.session,
    occurred_at: candidate.occurred_at,
    schema_name,
    author,
    speaker: WITHOUT_SPEAKER.has(schema_name) ? null : nameOf(author),
    get text() {
      return lazy.text;
    },
    ranges: undefined,
    lead: undefined,
    enclosing: candidate.enclosing,
    get fingerprint() {
      return lazy.fingerprint;
    },
    indexed: candidate.tokens,
    get counted() {
      return lazy.counted;
    },
    information: candidate.information,
    digest: candidate.digest === '' ? undefined : candidate.digest,
    hint_error,
    expires_at: candidate.expires_at,
  };
}

/** Marks what the recent window finds of messages that have left the window of the agent: until then they stay in it. */
function findRemembered({
  remembered = [],
}: ReadableCandidates): (one: Candidate, source: SourcePlan) => string | undefined {
  const until = new Map(remembered.map((one) => [one.readers, one.until]));
  if (until.size === 0) return () => undefined;
  return (one, { type }) =>
    type === 'recent' && one.position <= (until.get(fingerprintReaders(one)) ?? 0) ? REMEMBERED : undefined;
}

/** Gives every candidate its speaker's name and a safe text. A crumb whose hints failed gets an empty text. */
export function hydrate(readable: ReadableCandidates, participants: Participants, caches: TextCaches): HydratedItems {
  const authors = readable.sources
    .flatMap(({ candidates }) => candidates)
    .filter(({ schema_name }) => !WITHOUT_SPEAKER.has(schema_name))
    .map(({ author }) => author);
  const agent: Participant = { kind: 'agent', id: participants.agent };
  const recalled = listMembers(readable.recalled);
  const speakers = distinctAuthors([participants.author, agent, ...new Set(authors), ...recalled]).slice(
    0,
    MAX_SPEAKERS,
  );
  const nameOf = nameSpeakers(participants.members, speakers, caches.idNames, participants);
  const findEnded = findRemembered(readable);
  const found = readable.sources.flatMap(({ source, candidates }) =>
    candidates.map((candidate) => ({
      item: asFoundBy(toItem(candidate, nameOf, caches, participants.mayCall), source.type),
      source,
      rank: candidate.rank,
      score: candidate.score,
      scores: candidate.scores,
      ended: findEnded(candidate, source),
    })),
  );
  return { found, nameOf, speakers: distinctParticipants(speakers) };
}
