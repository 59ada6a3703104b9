import { AgentContext, asPayload, type Envelope } from '@crumbtrail/contracts';
import type { RenderedView } from '@crumbtrail/contracts/http/breadcrumbs';
import { applyHints, render } from '@crumbtrail/hints';

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

/** The breadcrumb with what its llm_hints select and transform in place of its payload; an empty payload and the reason where they fail. */
export function applyBreadcrumbHints(crumb: Envelope): Envelope & { readonly hint_error?: string } {
  const applied = applyHints(crumb);
  if ('error' in applied && applied.error !== undefined) return { ...crumb, context: {}, hint_error: applied.error };
  return { ...crumb, context: (applied as { context: Record<string, unknown> }).context };
}

const EXCERPT = 160;

/** The start of a breadcrumb's text on one line, at most 160 characters. */
export function excerpt(crumb: Envelope): string {
  const line = (render(crumb).text ?? '').replace(/\s+/g, ' ').trim();
  return line.length <= EXCERPT ? line : `${line.slice(0, EXCERPT - 1).toWellFormed()}…`;
}
