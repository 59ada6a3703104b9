import { ToolCatalog, type Candidate, type Participant, type SessionV1 } from '@crumbtrail/contracts';
import type { Authorised } from './authorise';
import type { Found, Item } from './item';
import { namesFor, type NameOf } from './speakers';
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
}

function itemOf(candidate: Candidate, nameOf: NameOf): Item {
  const { id, version, chunk, position, occurred_at, schema_name, author, simhash } = candidate;
  return {
    id,
    version,
    chunk,
    position,
    occurred_at,
    schema_name,
    author,
    speaker: schema_name === ToolCatalog.name ? null : nameOf(author),
    text: candidate.hint_error === undefined ? defuse(candidate.text) : '',
    simhash,
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
  const nameOf = namesFor(who.members, [who.author, self, ...speaking]);
  const found = authorised.sources.flatMap(({ source, candidates }) =>
    candidates.map((candidate) => ({
      item: itemOf(candidate, nameOf),
      source,
      rank: candidate.rank,
      score: candidate.score,
      scores: candidate.scores,
    })),
  );
  return { found, nameOf };
}
