import { contracts, type LlmHints } from '@crumbtrail/contracts';
import { sampleRendering } from './check/sampled-rendering';
import { asFields, asText, transformedAsText } from './as-text';
import { cleanText } from './clean-text';
import { at, oneLine } from './hint-failure';
import { PathMeter } from './json-path';
import { MAX_OUTPUT } from './limits';
import { mergeHints } from './merge-hints';
import { plain, type Plain } from './plain';
import { project } from './project';
import { toRecordView, type RecordView, type Renderable } from './record-view';
import type { RenderContext } from './render-context';
import { renderOnce } from './render-cache';
import { compileTemplate, renderTemplate } from './template/render-template';
import { emptyPaths } from './template/template-reach';
import { applyTransform } from './transform/transform';

/** The text of a crumb, or the error why there is none. `nothing` is a warning that hints which select something selected nothing. */
export type Rendered =
  | { readonly text: string; readonly nothing?: string; readonly error?: never }
  | { readonly error: string; readonly text?: never; readonly nothing?: never };

/** The hints of the contract, or those that came with the crumb. Throws without them: they say what must not be shown. */
function schemaHints({ schema_name, schema_hints }: Renderable): LlmHints {
  const hints = contracts.get(schema_name)?.rules.llm_hints ?? schema_hints;
  if (!hints) throw new TypeError(`the hints of its schema ${schema_name} are not available`);
  return hints;
}

/** The effective hints: the crumb's own over its schema's, key by key. Throws where those of its schema are missing. */
export function hintsOf(crumb: Renderable): LlmHints {
  return mergeHints(schemaHints(crumb), crumb.llm_hints);
}

const selectPayload = (hints: LlmHints, data: Plain, { paths }: RenderContext): Plain =>
  at('/llm_hints', 'json-path', () => project(data, { include: hints.include, exclude: hints.exclude }, paths));

const fillTemplate = (template: string, data: Plain, { record }: RenderContext): string =>
  at('/llm_hints/template', 'template', () => renderTemplate(template, data, record));

function writeTransformed(hints: LlmHints, data: Plain, rendering: RenderContext): string {
  const result = applyTransform(hints, selectPayload(hints, data, rendering), rendering);
  if (hints.template !== undefined) return fillTemplate(hints.template, result, rendering);
  return hints.format === 'fields'
    ? asFields(result, {}, rendering.paths)
    : transformedAsText(result, new Set(Object.keys(hints.transform ?? {})));
}

function write(hints: LlmHints, data: Plain, rendering: RenderContext): string {
  if (hints.template === undefined && hints.format === 'none') return '';
  if (hints.transform) return writeTransformed(hints, data, rendering);
  if (hints.template !== undefined)
    return fillTemplate(hints.template, selectPayload(hints, data, rendering), rendering);
  const { paths } = rendering;
  return at('/llm_hints', 'json-path', () =>
    hints.format === 'fields' ? asFields(data, hints, paths) : asText(data, hints, paths),
  );
}

function renderText(crumb: Renderable, record: RecordView): string {
  const text = cleanText(write(hintsOf(crumb), plain(crumb.context), { record, paths: new PathMeter() }));
  if (text.length > MAX_OUTPUT) throw new RangeError(`the text is longer than ${MAX_OUTPUT} characters`);
  return text;
}

/** Most characters of the reason why nothing is shown. */
const MAX_REASON = 200;

/** Hints that select something to show. */
const SELECTING = ['include', 'transform', 'template'] as const;

/**
 * A warning where the hints of this crumb or of its run-time schema select nothing, most likely because of a wrong path. Published
 * schemas may have crumbs without text, which needs no warning.
 */
function warnIfEmpty(crumb: Renderable): string | undefined {
  const given = [crumb.llm_hints, crumb.schema_hints].filter((hints) => hints);
  const selects = given.some((hints) => SELECTING.some((name) => hints?.[name] !== undefined));
  const hints = hintsOf(crumb);
  if (!selects || (hints.format === 'none' && hints.template === undefined)) return undefined;
  const data = plain(crumb.context);
  const paths = listTemplates(hints).flatMap(({ template }) => emptyPaths(compileTemplate(template).reach, data));
  const where = paths.length === 0 ? '' : `: it has nothing at ${[...new Set(paths)].join(', ')}`;
  return `its llm_hints select nothing to show in this payload${where}`.slice(0, MAX_REASON).toWellFormed();
}

/** The templates of hints, each with its JSON pointer. */
export function listTemplates(hints: LlmHints): readonly { readonly path: string; readonly template: string }[] {
  const rules = Object.entries(hints.transform ?? {}).flatMap(([name, rule]) =>
    rule.type === 'template' ? [{ path: `/llm_hints/transform/${name}/template`, template: rule.template }] : [],
  );
  // A template beside a transform shows what the transform made, not the payload.
  const own =
    hints.template === undefined || hints.transform ? [] : [{ path: '/llm_hints/template', template: hints.template }];
  return [...own, ...rules];
}

/** Whether rendering costs more than a lookup in the cache; collecting plain strings does not. */
function isCostly(crumb: Renderable): boolean {
  const { template, transform } = hintsOf(crumb);
  return template !== undefined || transform !== undefined;
}

/** Like {@link render}, but throws; the failure of one hint is a `HintFailure` with its path. */
export function tryRender(crumb: Renderable): string {
  const record = toRecordView(crumb);
  const { content_hash, llm_hints: own } = crumb;
  if (!content_hash || !isCostly(crumb)) return renderText(crumb, record);
  const text = renderOnce({ content_hash, schema: schemaHints(crumb), own }, record, () => renderText(crumb, record));
  sampleRendering(crumb, text);
  return text;
}

/**
 * Renders a crumb's payload as text by its `llm_hints`. Any failure gives `error`, never raw JSON, and it never throws. The same
 * crumb gives the same text everywhere (except for time limits, which an ordinary rendering never reaches).
 */
export function render(crumb: Renderable): Rendered {
  try {
    const text = tryRender(crumb);
    const nothing = text === '' ? warnIfEmpty(crumb) : undefined;
    return nothing === undefined ? { text } : { text, nothing };
  } catch (error) {
    return { error: oneLine(error) };
  }
}

/** The payload with what the hints of a crumb name, before it becomes a text: selected, and transformed; or the error why not. */
export function applyHints(
  crumb: Renderable,
): { readonly context: Plain; readonly error?: never } | { readonly error: string } {
  try {
    const hints = hintsOf(crumb);
    const rendering = { record: toRecordView(crumb), paths: new PathMeter() };
    const data = selectPayload(hints, plain(crumb.context), rendering);
    return { context: hints.transform ? applyTransform(hints, data, rendering) : data };
  } catch (error) {
    return { error: oneLine(error) };
  }
}
