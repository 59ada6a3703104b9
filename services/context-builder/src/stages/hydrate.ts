import { ToolCatalog, type Candidate, type Participant, type SessionV1 } from '@crumbtrail/contracts';
import { LRUCache } from 'lru-cache';
import type { Authorised } from './authorise';
import { digestOf, type Found, type Item } from './item';
import { distinct, namesFor, type NameOf } from './speakers';
import { defuse } from './untrusted';

/** Who takes part, beside those who speak in what was found. */
export interface Company {
  readonly author: Participant;
  readonly agent: string;
  readonly members: NonNullable<SessionV1['members']>;
}

/** Items as their sources found them, and the name of everyone who speaks. */
export interface Hydrated {
  readonly found: readonly Found[];
  readonly nameOf: NameOf;
  /** Those among whom names were given. */
  readonly speakers: readonly Participant[];
}

/** Names are given among so many who speak, members aside: the record has room for them. */
const MOST_SPEAKERS = 256;

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

/** A candidate as an item, under its speaker's name and its text made safe. */
export function itemOf(candidate: Candidate, nameOf: NameOf): Item {
  const { id, version, chunk, position, occurred_at, schema_name, author, simhash, information, text_hash } = candidate;
  const digest = digestOf(text_hash);
  return {
    id,
    version,
    chunk,
    position,
    occurred_at,
    schema_name,
    author,
    speaker: schema_name === ToolCatalog.name ? null : nameOf(author),
    text: candidate.hint_error === undefined ? safe(candidate.text) : '',
    simhash,
    information,
    ...(candidate.vector === undefined ? {} : { vector: candidate.vector }),
    ...(digest === undefined ? {} : { digest }),
    ...(candidate.hint_error === undefined ? {} : { hint_error: candidate.hint_error }),
    ...(candidate.expires_at === undefined ? {} : { expires_at: candidate.expires_at }),
  };
}

/** Gives every candidate its speaker's name and its text made safe; a crumb whose hints failed has no text at all. */
export function hydrate(authorised: Authorised, who: Company): Hydrated {
  const speaking = authorised.sources
    .flatMap(({ candidates }) => candidates)
    .filter(({ schema_name }) => schema_name !== ToolCatalog.name)
    .map(({ author }) => author);
  const self: Participant = { kind: 'agent', id: who.agent };
  const speakers = distinct([who.author, self, ...speaking]).slice(0, MOST_SPEAKERS);
  const nameOf = namesFor(who.members, speakers);
  const found = authorised.sources.flatMap(({ source, candidates }) =>
    candidates.map((candidate) => ({
      item: itemOf(candidate, nameOf),
      source,
      rank: candidate.rank,
      score: candidate.score,
      scores: candidate.scores,
    })),
  );
  return { found, nameOf, speakers };
}
