import type { Issue, LlmHints } from '@crumbtrail/contracts';
import { at, HintFailure, oneLine } from './hint-failure';
import { compilePath } from './json-path';
import type { Renderable } from './record-view';
import { isPayloadName, plain } from './plain';
import { hintsOf, listTemplates, render, tryRender } from './render';
import { compileTemplate } from './template/render-template';
import { emptyPaths } from './template/template-reach';
import { ruleChecks } from './transform/transform';

function toIssue(error: unknown): Issue {
  if (!(error instanceof HintFailure)) return { path: '/llm_hints', rule: 'render', message: oneLine(error) };
  return { path: error.path, rule: error.rule, message: error.reason };
}

function attempt(work: () => unknown): Issue[] {
  try {
    work();
    return [];
  } catch (error) {
    return [toIssue(error)];
  }
}

function pathChecks(field: 'include' | 'exclude', paths: readonly string[] | undefined): (() => unknown)[] {
  return (paths ?? []).map(
    (path, index) => () => at(`/llm_hints/${field}/${index}`, 'json-path', () => compilePath(path)),
  );
}

/** Problems of hints that match their JSON Schema: templates, paths and programs that are not valid or not allowed. */
export function checkHints(hints: LlmHints | null | undefined): Issue[] {
  if (!hints) return [];
  const { template } = hints;
  const checks = [
    ...(template === undefined ? [] : [() => at('/llm_hints/template', 'template', () => compileTemplate(template))]),
    ...pathChecks('include', hints.include),
    ...pathChecks('exclude', hints.exclude),
    ...ruleChecks(hints.transform),
  ];
  return checks.flatMap(attempt);
}

/** A jq program that reads the payload under the name that it has in a breadcrumb. */
const JQ_FROM_CONTEXT = /(?:^|[|(,;[])\s*\.context\b/;

/** Programs that would read a member `context` which the payload does not have. Templates and paths may name the payload so. */
function jqIssues({ transform = {} }: LlmHints, context: unknown): Issue[] {
  if (!isPayloadName('context', plain(context))) return [];
  return Object.entries(transform).flatMap(([name, rule]) => {
    if (rule.type !== 'jq' || !JQ_FROM_CONTEXT.test(rule.query)) return [];
    const message =
      'reads .context, and a jq program is given the payload itself: write .title instead of .context.title';
    return [{ path: `/llm_hints/transform/${name}/query`, rule: 'jq', message }];
  });
}

/** The first hint of a crumb that fails on its own payload, with the reason. Selecting nothing is not a failure. */
export function tryHints(crumb: Renderable): Issue[] {
  const issues = attempt(() => tryRender(crumb));
  return issues.length > 0 ? issues : jqIssues(hintsOf(crumb), crumb.context);
}

/** Most members of a payload that a warning names. */
const MAX_MEMBERS = 8;

/**
 * Warnings about hints that can be rendered but show nothing of this payload: templates none of whose paths is in it, and hints that
 * select nothing at all. Most likely a path is wrong.
 */
export function warnOfHints(crumb: Renderable): Issue[] {
  const data = plain(crumb.context);
  const members = Object.keys(data as object)
    .slice(0, MAX_MEMBERS)
    .join(', ');
  const warnings = listTemplates(hintsOf(crumb)).flatMap(({ path, template }): Issue[] => {
    const paths = emptyPaths(compileTemplate(template).reach, data, true);
    if (paths.length === 0) return [];
    const message = `shows nothing of this payload, which has no ${paths.join(', ')}; its members are ${members || 'none'}`;
    return [{ path, rule: 'nothing', message }];
  });
  if (warnings.length > 0) return warnings;
  const { nothing } = render(crumb);
  return nothing === undefined ? [] : [{ path: '/llm_hints', rule: 'nothing', message: nothing }];
}
