import type { AccountItem } from '@crumbtrail/contracts';

/** A candidate by name: its id and version, and which piece of it, where it is not the first. */
export const nameOf = ({ id, version, chunk }: Pick<AccountItem, 'id' | 'version' | 'chunk'>): string =>
  `${id}@${version}${chunk ? `#${chunk}` : ''}`;

/** Where a candidate would stand. */
export const placeOf = ({ section, source }: AccountItem): string => [section, source].filter(Boolean).join(' / ');

/** What breadcrumbs say, by their ids. */
export type Says = ReadonlyMap<string, string>;
