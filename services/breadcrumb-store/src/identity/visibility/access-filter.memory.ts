import { participantName, type Participant, type Viewer } from '@crumbtrail/contracts';

/** A crumb as far as access to it goes: its audience in the tokens that tables hold, and its author. */
export interface StoredAudience {
  /** `['*']`: everybody in the workspace; `['@agents']`: its agents; else participants with their kinds, such as `user:ann`. */
  readonly audience: readonly string[];
  readonly author: Participant;
}

/** `mayRead` of libs/contracts over a stored audience. `access-filter.sql.ts` is the same rule in SQL, and one table tests both. */
export function mayReadStored({ audience, author }: StoredAudience, { participant, operator }: Viewer): boolean {
  if (operator) return true;
  const { kind, id } = participant;
  if (author.kind === kind && author.id === id) return true;
  const name = participantName(participant);
  return audience.some((token) => token === '*' || token === name || (token === '@agents' && kind === 'agent'));
}

/** A crumb as far as it decides whose answers may tell it. */
export interface StoredInformation extends StoredAudience {
  /** The readers whose answers it may inform; null: its audience. */
  readonly informs: readonly string[] | null;
}

/** `mayInform` of libs/contracts over stored tokens. `mayInformSql` is the same rule in SQL, and one table tests both. */
export function mayInformStored({ audience, author, informs }: StoredInformation, readers: readonly string[]): boolean {
  const allowed = informs ?? audience;
  if (allowed.includes('*')) return true;
  if (readers.includes('@agents')) return allowed.includes('@agents');
  const by = participantName(author);
  const isAllowed = (name: string): boolean =>
    allowed.includes(name) || (allowed.includes('@agents') && name.startsWith('agent:'));
  return readers.every((name) => name === by || isAllowed(name));
}
