import type { SearchReply } from '@crumbtrail/contracts';
import { type AuthorName, authorLabel, writtenName } from './author-names';
import { crumbText } from './crumb-text';
import { formatScoreParts } from './score-parts';
import { type Listing, nameColumn } from './listing';

/** The search results as a table, best match first. */
export function searchListing({ results }: SearchReply, nameOf: AuthorName = writtenName): Listing {
  const rows = results.map(({ breadcrumb, score, scores }) => [
    score.toFixed(3),
    formatScoreParts(scores),
    breadcrumb.occurred_at.slice(0, 10),
    authorLabel(breadcrumb.author, nameOf),
    breadcrumb.session ?? '',
    { id: breadcrumb.id },
    crumbText(breadcrumb),
  ]);
  return {
    columns: [
      'score',
      { heading: 'score parts', optional: true },
      'day',
      'author',
      nameColumn('session'),
      'breadcrumb',
      'text',
    ],
    rows,
    empty: 'No matches.',
  };
}
