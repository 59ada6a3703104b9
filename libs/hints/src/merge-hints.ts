import type { LlmHints } from '@crumbtrail/contracts';

const FORM = ['format', 'template'] as const;

function without(hints: LlmHints, names: readonly (keyof LlmHints)[]): LlmHints {
  const kept = { ...hints };
  for (const name of names) delete kept[name];
  return kept;
}

/**
 * A schema's hints with a crumb's own on top, key by key; `transform` rule by rule. `format` and `template` are two ways to
 * say the same thing, so an own one replaces both.
 */
export function mergeHints(schema: LlmHints, own: LlmHints | null | undefined): LlmHints {
  if (!own) return schema;
  const saysForm = FORM.some((name) => own[name] !== undefined);
  const merged = { ...(saysForm ? without(schema, FORM) : schema), ...own };
  if (!schema.transform || !own.transform) return merged;
  return { ...merged, transform: { ...schema.transform, ...own.transform } };
}
