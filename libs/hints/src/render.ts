import { contracts, type LlmHints } from '@crumbtrail/contracts';
import { asFields, asText, asTextMade } from './as-text';
import { cleanText } from './clean-text';
import { at, oneLine } from './hint-failure';
import { withBoundedPaths } from './json-path';
import { MAX_OUTPUT } from './limits';
import { mergeHints } from './merge-hints';
import { plain, type Plain } from './plain';
import { project } from './project';
import { recordOf, type RecordView, type Renderable } from './record-view';
import { remembered } from './render-cache';
import { renderTemplate } from './template/render-template';
import { transformed } from './transform/transform';

/** Text for readers and models, or why there is none. `nothing` says that hints which should show something found nothing. */
export type Rendered =
  | { readonly text: string; readonly nothing?: string; readonly error?: never }
  | { readonly error: string; readonly text?: never; readonly nothing?: never };

/** Of a contract, or as they came with the crumb. Without them nobody knows what must not be shown. */
function schemaHints({ schema_name, schema_hints }: Renderable): LlmHints {
  const hints = contracts.get(schema_name)?.rules.llm_hints ?? schema_hints;
  if (!hints) throw new TypeError(`the hints of its schema ${schema_name} are not at hand`);
  return hints;
}

/** The hints that count: the crumb's own over its schema's, key by key. Throws where those of its schema are missing. */
export function hintsOf(crumb: Renderable): LlmHints {
  return mergeHints(schemaHints(crumb), crumb.llm_hints);
}

function writeMade(hints: LlmHints, data: Plain, record: RecordView): string {
  const made = transformed(hints, projected(hints, data), record);
  if (hints.template !== undefined) return fill(hints.template, made, record);
  return hints.format === 'fields' ? asFields(made, {}) : asTextMade(made, new Set(Object.keys(hints.transform ?? {})));
}

const projected = (hints: LlmHints, data: Plain): Plain =>
  at('/llm_hints', 'json-path', () => project(data, { include: hints.include, exclude: hints.exclude }));

const fill = (template: string, data: Plain, record: RecordView): string =>
  at('/llm_hints/template', 'template', () => renderTemplate(template, data, record));

function write(hints: LlmHints, data: Plain, record: RecordView): string {
  if (hints.template === undefined && hints.format === 'none') return '';
  if (hints.transform) return writeMade(hints, data, record);
  if (hints.template !== undefined) return fill(hints.template, projected(hints, data), record);
  return at('/llm_hints', 'json-path', () => (hints.format === 'fields' ? asFields(data, hints) : asText(data, hints)));
}

function textOf(crumb: Renderable, record: RecordView): string {
  const text = cleanText(withBoundedPaths(() => write(hintsOf(crumb), plain(crumb.context), record)));
  if (text.length > MAX_OUTPUT) throw new RangeError(`the text is longer than ${MAX_OUTPUT} characters`);
  return text;
}

const SHOWING = ['include', 'transform', 'template'] as const;

/**
 * Somebody said how this very crumb, or those of a schema of their own, should read, and nothing came of it: most likely a path
 * that leads nowhere. Published schemas know crumbs that show nothing, and nobody is told.
 */
function nothingFound(crumb: Renderable): string | undefined {
  const said = [crumb.llm_hints, crumb.schema_hints].filter((hints) => hints);
  const shows = said.some((hints) => SHOWING.some((name) => hints?.[name] !== undefined));
  const { format, template } = hintsOf(crumb);
  if (!shows || (format === 'none' && template === undefined)) return undefined;
  return 'its llm_hints find nothing to show in this payload';
}

/** Plain strings are read faster than they are looked up. */
function isCostly(crumb: Renderable): boolean {
  const { template, transform } = hintsOf(crumb);
  return template !== undefined || transform !== undefined;
}

/** As {@link render}, but throws; what one hint did wrong comes as a `HintFailure` with its place. */
export function tryRender(crumb: Renderable): string {
  const record = recordOf(crumb);
  const { content_hash, llm_hints: own } = crumb;
  if (!content_hash || !isCostly(crumb)) return textOf(crumb, record);
  return remembered({ content_hash, schema: schemaHints(crumb), own }, record, () => textOf(crumb, record));
}

/**
 * A crumb's payload as text, by its `llm_hints`. Closed on failure: whatever goes wrong gives `error`, never raw JSON, and it
 * never throws. The same crumb gives the same text everywhere (but for wall limits that a usual rendering never comes near).
 */
export function render(crumb: Renderable): Rendered {
  try {
    const text = tryRender(crumb);
    const nothing = text === '' ? nothingFound(crumb) : undefined;
    return nothing === undefined ? { text } : { text, nothing };
  } catch (error) {
    return { error: oneLine(error) };
  }
}
