import { ToolCatalog, ToolResponse, type Candidate, type Participant, type SessionV1 } from '@crumbtrail/contracts';
import { defuse } from '@crumbtrail/hints';
import { LRUCache } from 'lru-cache';
import type { ReadableCandidates } from './assert-readable';
import { chunkKey, type FoundItem, type ContextItem } from './item';
import { fingerprintOf } from '../text/similarity';
import { distinctParticipants, nameSpeakers, type NameOf } from '../text/speaker-names';

/** Who takes part, beside those who speak in what was found. */
export interface Participants {
  readonly author: Participant;
  readonly agent: string;
  readonly members: NonNullable<SessionV1['members']>;
}

/** Items as their sources found them, and the name of everyone who speaks. */
export interface HydratedItems {
  readonly found: readonly FoundItem[];
  readonly nameOf: NameOf;
  /** Those among whom names were given. */
  readonly speakers: readonly Participant[];
}

/** What no one says: a list of tools, and what tools gave. */
const WITHOUT_SPEAKER: ReadonlySet<string> = new Set([ToolCatalog.name, ToolResponse.name]);

/** Names are given among so many who speak, members aside: the record has room for them. */
const MAX_SPEAKERS = 256;

/** Texts made safe before; the same ones come with every build of a conversation. */
const known = new LRUCache<string, string>({
  max: 20_000,
  maxSize: 8_000_000,
  sizeCalculation: (text, before) => text.length + before.length + 1,
});

function safe(text: string): string {
  const before = known.get(text);
  if (before !== undefined) return before;
  const now = defuse(text);
  known.set(text, now);
  return now;
}

/** A candidate as an item, under its speaker's name and its text made safe. All members are always there: items have one shape. */
export function toItem(candidate: Candidate, nameOf: NameOf): ContextItem {
  const { schema_name, author, hint_error } = candidate;
  const text = hint_error === undefined && candidate.text !== '' ? safe(candidate.text) : '';
  return {
    key: chunkKey(candidate),
    id: candidate.id,
    version: candidate.version,
    chunk: candidate.chunk,
    position: candidate.position,
    occurred_at: candidate.occurred_at,
    schema_name,
    author,
    speaker: WITHOUT_SPEAKER.has(schema_name) ? null : nameOf(author),
    text,
    fingerprint: fingerprintOf(text),
    indexed: candidate.tokens,
    simhash: candidate.simhash,
    information: candidate.information,
    vector: candidate.vector,
    digest: candidate.digest === '' ? undefined : candidate.digest,
    hint_error,
    expires_at: candidate.expires_at,
  };
}

/** Gives every candidate its speaker's name and its text made safe; a crumb whose hints failed has no text at all. */
export function hydrate(authorised: ReadableCandidates, who: Participants): HydratedItems {
  const speaking = authorised.sources
    .flatMap(({ candidates }) => candidates)
    .filter(({ schema_name }) => !WITHOUT_SPEAKER.has(schema_name))
    .map(({ author }) => author);
  const self: Participant = { kind: 'agent', id: who.agent };
  const speakers = distinctParticipants([who.author, self, ...new Set(speaking)]).slice(0, MAX_SPEAKERS);
  const nameOf = nameSpeakers(who.members, speakers);
  const found = authorised.sources.flatMap(({ source, candidates }) =>
    candidates.map((candidate) => ({
      item: toItem(candidate, nameOf),
      source,
      rank: candidate.rank,
      score: candidate.score,
      scores: candidate.scores,
    })),
  );
  return { found, nameOf, speakers };
}
