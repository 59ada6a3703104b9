import type { Envelope } from '@crumbtrail/contracts';
import { render } from '@crumbtrail/hints';

/** A crumb as an agent would read it. `hint_error` says why there is no text where its hints could not be followed. */
export interface RenderedView {
  readonly id: string;
  readonly version: number;
  readonly schema_name: string;
  readonly text: string;
  readonly hint_error?: string;
}

/** The crumb's text by its hints; empty where it has none to show. */
export function renderBreadcrumb(crumb: Envelope): RenderedView {
  const { id, version, schema_name } = crumb;
  const { text = '', error } = render(crumb);
  return { id, version, schema_name, text, ...(error ? { hint_error: error } : {}) };
}

const EXCERPT = 160;

/** The beginning of a crumb's text on one line, at most 160 characters. */
export function excerpt(crumb: Envelope): string {
  const line = (render(crumb).text ?? '').replace(/\s+/g, ' ').trim();
  return line.length <= EXCERPT ? line : `${line.slice(0, EXCERPT - 1).toWellFormed()}…`;
}
