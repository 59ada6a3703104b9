import { contracts, type LlmHints } from '@crumbtrail/contracts';
import { asFields, asText } from './as-text';
import { cleanText } from './clean-text';
import { MAX_OUTPUT } from './limits';
import { plain, type Plain } from './plain';
import { project } from './project';
import { renderTemplate } from './template/render-template';

/** What rendering needs of a crumb. */
export interface Renderable {
  readonly schema_name: string;
  readonly context: unknown;
  readonly title?: string | null | undefined;
  readonly llm_hints?: LlmHints | null | undefined;
}

/** Text for readers and models (empty: nothing to show), or why there is none. */
export type Rendered =
  { readonly text: string; readonly error?: never } | { readonly error: string; readonly text?: never };

const NO_HINTS: LlmHints = {};

/** The hints that count: the crumb's own in place of its schema's; a schema nobody published has none. */
export function hintsOf(crumb: Pick<Renderable, 'schema_name' | 'llm_hints'>): LlmHints {
  return crumb.llm_hints ?? contracts.get(crumb.schema_name)?.rules.llm_hints ?? NO_HINTS;
}

function write(hints: LlmHints, data: Plain, title: string | null): string {
  if (hints.template !== undefined) return renderTemplate(hints.template, project(data, hints), title);
  if (hints.format === 'none') return '';
  return hints.format === 'fields' ? asFields(data, hints) : asText(data, hints);
}

/** One line for whatever went wrong. */
function reason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split('\n', 1)[0]?.slice(0, 300) || 'the crumb could not be rendered';
}

/**
 * A crumb's payload as text, by its `llm_hints`. Closed on failure: whatever goes wrong gives `error`, never raw JSON, and it
 * never throws. The same crumb gives the same text everywhere (but for a wall limit that counted limits come before).
 */
export function render(crumb: Renderable): Rendered {
  try {
    const text = cleanText(write(hintsOf(crumb), plain(crumb.context), crumb.title ?? null));
    return text.length > MAX_OUTPUT ? { error: `the text is longer than ${MAX_OUTPUT} characters` } : { text };
  } catch (error) {
    return { error: reason(error) };
  }
}
