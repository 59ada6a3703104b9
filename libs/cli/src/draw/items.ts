import type { AccountItem, Ref } from '@crumbtrail/contracts';

/** One version of a breadcrumb by name. */
export const refOf = ({ id, version }: Ref): string => `${id}@${version}`;

/** A candidate by name: its id and version, and which piece of it, where it is not the first. */
export const nameOf = ({ chunk, ...ref }: Ref & Pick<AccountItem, 'chunk'>): string =>
  `${refOf(ref)}${chunk ? `#${chunk}` : ''}`;

/** Where a candidate would stand. */
export const placeOf = ({ section, source }: AccountItem): string => [section, source].filter(Boolean).join(' / ');

/** What breadcrumbs say, by {@link refOf}. */
export type Says = ReadonlyMap<string, string>;
