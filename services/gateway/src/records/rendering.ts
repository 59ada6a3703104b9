import type { Envelope } from '@crumbtrail/contracts';
import type { RenderedView } from '@crumbtrail/contracts/http/breadcrumbs';
import { render } from '@crumbtrail/hints';

/** Renders a breadcrumb with its llm_hints; the text is empty if there is nothing to show. */
export function renderBreadcrumb(crumb: Envelope): RenderedView {
  const { id, version, schema_name } = crumb;
  const { text = '', error } = render(crumb);
  return { id, version, schema_name, text, ...(error ? { hint_error: error } : {}) };
}

const EXCERPT = 160;

/** The start of a breadcrumb's text on one line, at most 160 characters. */
export function excerpt(crumb: Envelope): string {
  const line = (render(crumb).text ?? '').replace(/\s+/g, ' ').trim();
  return line.length <= EXCERPT ? line : `${line.slice(0, EXCERPT - 1).toWellFormed()}…`;
}
