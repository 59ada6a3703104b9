import { contextItemKey } from '@crumbtrail/formatting';
import type { LintFinding, LintRule } from '../lint/lint-contexts';
import { itemRef, type ItemTexts } from './items';
import { type OutputBlock, table } from './table';

const RULES: Readonly<Record<LintRule, string>> = {
  instructions: 'Instructions inside texts that somebody else wrote',
  stale: 'Stale texts beside newer ones',
  near_cut: 'What answers were grounded on, within 5 % of the cut',
  never_grounded: 'Sources that no answer was grounded on',
  prefix: 'What breaks the stable prefix',
};

function describeSubject({ crumb, subject }: LintFinding, texts: ItemTexts): string {
  if (!crumb) return subject;
  const text = texts.get(itemRef(crumb));
  return text === undefined ? contextItemKey(crumb) : `${contextItemKey(crumb)} ${text}`;
}

function ruleLines(rule: LintRule, findings: readonly LintFinding[], texts: ItemTexts): OutputBlock[] {
  const found = findings.filter((one) => one.rule === rule);
  if (found.length === 0) return [];
  const rows = found.map((one) => [
    one.agent,
    describeSubject(one, texts),
    String(one.contexts),
    String(one.tokens),
    one.says,
  ]);
  const fixes = [...new Set(found.map(({ fix }) => fix))];
  return [
    `${RULES[rule]}:`,
    ...table(['agent', 'what', 'contexts', 'tokens', ''], rows, ''),
    ...fixes.map((fix) => `  fix: ${fix}`),
    '',
  ];
}

/** What the rules found, by rule, each with its fixes. */
export function lintLines(
  findings: readonly LintFinding[],
  { contexts, since, texts }: { readonly contexts: number; readonly since: string; readonly texts: ItemTexts },
): OutputBlock[] {
  const rules = Object.keys(RULES) as LintRule[];
  const problems = `${findings.length} problem${findings.length === 1 ? '' : 's'}`;
  if (contexts === 0) return [`No contexts since ${since} that this key may read: use the key of an operator.`];
  return [
    ...rules.flatMap((rule) => ruleLines(rule, findings, texts)),
    `${findings.length === 0 ? 'No problems' : problems} in ${contexts} contexts since ${since}.`,
  ];
}
