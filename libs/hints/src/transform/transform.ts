import type { LlmHints } from '@crumbtrail/contracts';
import { at } from '../hint-failure';
import { JqBudget } from '../jq/run-jq';
import { bare, isPlainObject, plain, type Plain } from '../plain';
import type { RenderContext } from '../render-context';
import { compileTemplate, renderTemplate } from '../template/render-template';
import { checkTarget, extract } from './extract';
import { compileFormat, formatText } from './format-text';

type Transform = NonNullable<LlmHints['transform']>;
type TransformRule = Transform[string];

const FIELD: Readonly<Record<TransformRule['type'], string>> = {
  extract: 'value',
  literal: 'literal',
  format: 'format',
  template: 'template',
  jq: 'query',
};

const rulePath = (name: string, rule: TransformRule): string => `/llm_hints/transform/${name}/${FIELD[rule.type]}`;

function check(rule: TransformRule, jq: JqBudget): void {
  if (rule.type === 'extract') checkTarget(rule.value);
  else if (rule.type === 'format') compileFormat(rule.format);
  else if (rule.type === 'template') compileTemplate(rule.template);
  else if (rule.type === 'jq') jq.check(rule.query);
  else plain(rule.literal);
}

/** One check for each rule of a transform; each throws a `HintFailure` with its path if the rule is not valid. */
export function ruleChecks(transform: Transform | undefined): (() => void)[] {
  const jq = new JqBudget();
  return Object.entries(transform ?? {}).map(
    ([name, rule]) =>
      () =>
        at(rulePath(name, rule), rule.type, () => check(rule, jq)),
  );
}

interface RuleInput {
  readonly data: Plain;
  readonly rendering: RenderContext;
  readonly jq: JqBudget;
}

function applyRule(rule: TransformRule, { data, rendering, jq }: RuleInput): Plain {
  if (rule.type === 'extract') return extract(rule, data, rendering);
  if (rule.type === 'format') return formatText(rule.format, data, rendering);
  if (rule.type === 'template') return renderTemplate(rule.template, data, rendering.record);
  return rule.type === 'jq' ? jq.run(rule.query, data, rendering.record) : plain(rule.literal);
}

/**
 * Applies the transform to what include and exclude selected. Every rule sees that selection and none sees another's result.
 * Members are ordered by name, because the database does not keep their order.
 */
export function applyTransform(hints: LlmHints, data: Plain, rendering: RenderContext): Plain {
  const input = { data, rendering, jq: new JqBudget() };
  const result = bare();
  if (hints.mode === 'merge' && isPlainObject(data)) Object.assign(result, data);
  const rules = Object.entries(hints.transform ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [name, rule] of rules) {
    result[name] = at(rulePath(name, rule), rule.type, () => applyRule(rule, input));
  }
  return result;
}
