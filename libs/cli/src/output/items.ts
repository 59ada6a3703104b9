import type { AccountItem, Ref } from '@crumbtrail/contracts';

/** The key of one version of a breadcrumb: `<id>@<version>`. */
export const itemRef = ({ id, version }: Ref): string => `${id}@${version}`;

/** The section a candidate belongs to and the source that found it: `relevant / hybrid`. */
export const itemOrigin = ({ section, source }: AccountItem): string => [section, source].filter(Boolean).join(' / ');

/** Texts of breadcrumbs by {@link itemRef}. */
export type ItemTexts = ReadonlyMap<string, string>;
