import type { Issue, LlmHints } from '@crumbtrail/contracts';
import { compilePath } from './json-path';
import { compileTemplate } from './template/render-template';

function attempt(path: string, rule: string, work: () => unknown): Issue[] {
  try {
    work();
    return [];
  } catch (error) {
    return [{ path, rule, message: (error as Error).message.split('\n', 1)[0] ?? '' }];
  }
}

function badPaths(field: 'include' | 'exclude', paths: readonly string[] | undefined): Issue[] {
  return (paths ?? []).flatMap((path, index) =>
    attempt(`/llm_hints/${field}/${index}`, 'json-path', () => compilePath(path)),
  );
}

/** What is wrong with hints whose shape is right already: a template over its caps or not allowed, a path that is none. */
export function checkHints(hints: LlmHints | null | undefined): Issue[] {
  if (!hints) return [];
  return [
    ...(hints.template === undefined
      ? []
      : attempt('/llm_hints/template', 'template', () => compileTemplate(hints.template))),
    ...badPaths('include', hints.include),
    ...badPaths('exclude', hints.exclude),
  ];
}
