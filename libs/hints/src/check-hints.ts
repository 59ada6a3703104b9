import type { Issue, LlmHints } from '@crumbtrail/contracts';
import { at, HintFailure, oneLine } from './hint-failure';
import { compilePath } from './json-path';
import type { Renderable } from './record-view';
import { tryRender } from './render';
import { compileTemplate } from './template/render-template';
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

/** The first hint of a crumb that fails on its own payload, with the reason. Selecting nothing is not a failure. */
export function tryHints(crumb: Renderable): Issue[] {
  return attempt(() => tryRender(crumb));
}
