import type { LlmHints } from '@crumbtrail/contracts';
import { at } from '../hint-failure';
import { checkJq, JqBudget } from '../jq/run-jq';
import { bare, isObject, plain, type Plain } from '../plain';
import type { RecordView } from '../record-view';
import { compileTemplate, renderTemplate } from '../template/render-template';
import { checkTarget, extract } from './extract';
import { compileFormat, formatText } from './format-text';

type Transform = NonNullable<LlmHints['transform']>;
type Rule = Transform[string];

const FIELD: Readonly<Record<Rule['type'], string>> = {
  extract: 'value',
  literal: 'literal',
  format: 'format',
  template: 'template',
  jq: 'query',
};

const placeOf = (name: string, rule: Rule): string => `/llm_hints/transform/${name}/${FIELD[rule.type]}`;

function check(rule: Rule): void {
  if (rule.type === 'extract') checkTarget(rule.value);
  else if (rule.type === 'format') compileFormat(rule.format);
  else if (rule.type === 'template') compileTemplate(rule.template);
  else if (rule.type === 'jq') checkJq(rule.query);
  else plain(rule.literal);
}

/** One check for each rule of a transform; each throws a failure with its place when the rule cannot be used. */
export function ruleChecks(transform: Transform | undefined): (() => void)[] {
  return Object.entries(transform ?? {}).map(
    ([name, rule]) =>
      () =>
        at(placeOf(name, rule), rule.type, () => check(rule)),
  );
}

interface Material {
  readonly data: Plain;
  readonly record: RecordView;
  readonly jq: JqBudget;
}

function valueOf(rule: Rule, { data, record, jq }: Material): Plain {
  if (rule.type === 'extract') return extract(rule, data, record);
  if (rule.type === 'format') return formatText(rule.format, data, record);
  if (rule.type === 'template') return renderTemplate(rule.template, data, record);
  return rule.type === 'jq' ? jq.run(rule.query, data, record) : plain(rule.literal);
}

/**
 * What the transform makes of what include and exclude left: every rule sees that, none sees another's result. Members stand
 * in the order of their names, because the database keeps no other.
 */
export function transformed(hints: LlmHints, data: Plain, record: RecordView): Plain {
  const material = { data, record, jq: new JqBudget() };
  const result = bare();
  if (hints.mode === 'merge' && isObject(data)) Object.assign(result, data);
  const rules = Object.entries(hints.transform ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [name, rule] of rules) {
    result[name] = at(placeOf(name, rule), rule.type, () => valueOf(rule, material));
  }
  return result;
}
