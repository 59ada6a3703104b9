import type { AccountItem } from '@crumbtrail/contracts';

/** A candidate by name: its id and version, and which piece of it. */
export const nameOf = ({ id, version, chunk }: Pick<AccountItem, 'id' | 'version' | 'chunk'>): string =>
  `${id}@${version}${chunk === undefined ? '' : `#${chunk}`}`;

/** Where a candidate would stand. */
export const placeOf = ({ section, source }: AccountItem): string => [section, source].filter(Boolean).join(' / ');
