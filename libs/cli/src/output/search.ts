import type { SearchReply } from '@crumbtrail/contracts';
import { type AuthorName, authorLabel, writtenName } from './author-names';
import { crumbText } from './crumb-text';
import { formatScoreParts } from './score-parts';
import { table } from './table';

/** The search results, best match first. */
export function searchLines({ results }: SearchReply, nameOf: AuthorName = writtenName): string[] {
  const rows = results.map(({ breadcrumb, score, scores }) => [
    score.toFixed(3),
    formatScoreParts(scores),
    breadcrumb.occurred_at.slice(0, 10),
    authorLabel(breadcrumb.author, nameOf),
    breadcrumb.session ?? '',
    breadcrumb.id,
    crumbText(breadcrumb),
  ]);
  return table(['score', 'score parts', 'day', 'author', 'session', 'breadcrumb', 'text'], rows, 'No matches.');
}
