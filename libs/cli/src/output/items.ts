import type { AccountItem, Ref } from '@crumbtrail/contracts';

/** One version of a breadcrumb by name. */
export const itemRef = ({ id, version }: Ref): string => `${id}@${version}`;

/** A candidate by name: its id and version, and which piece of it, where it is not the first. */
export const itemName = ({ chunk, ...ref }: Ref & Pick<AccountItem, 'chunk'>): string =>
  `${itemRef(ref)}${chunk ? `#${chunk}` : ''}`;

/** Where a candidate would stand. */
export const itemOrigin = ({ section, source }: AccountItem): string => [section, source].filter(Boolean).join(' / ');

/** What breadcrumbs say, by {@link itemRef}. */
export type ItemTexts = ReadonlyMap<string, string>;
