import { AgentContext, asPayload, type Envelope } from '@crumbtrail/contracts';
import type { RenderedView } from '@crumbtrail/contracts/http/breadcrumbs';
import { render } from '@crumbtrail/hints';

/** What an agent reads of a breadcrumb: of a context its text, of all others what their llm_hints render. */
function textOf(crumb: Envelope): Pick<RenderedView, 'text' | 'hint_error'> {
  if (crumb.schema_name === AgentContext.name)
    return { text: asPayload(AgentContext.name, crumb.context).formatted_context ?? '' };
  const { text = '', error } = render(crumb);
  return { text, ...(error ? { hint_error: error } : {}) };
}

/** Renders a breadcrumb as an agent reads it; the text is empty if there is nothing to show. */
export function renderBreadcrumb(crumb: Envelope): RenderedView {
  const { id, version, schema_name } = crumb;
  return { id, version, schema_name, ...textOf(crumb) };
}

const EXCERPT = 160;

/** The start of a breadcrumb's text on one line, at most 160 characters. */
export function excerpt(crumb: Envelope): string {
  const line = (render(crumb).text ?? '').replace(/\s+/g, ' ').trim();
  return line.length <= EXCERPT ? line : `${line.slice(0, EXCERPT - 1).toWellFormed()}…`;
}
