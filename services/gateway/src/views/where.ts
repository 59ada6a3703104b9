import { CrumbError } from '@crumbtrail/contracts';

/**
 * For `catch`: says a refusal again with its places in the body that the caller sent, not in the commit that we made of
 * it. `rename` turns one JSON pointer into the other.
 */
export function inTheirBody(rename: (path: string) => string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof CrumbError) || !error.problem.issues) throw error;
    const issues = error.problem.issues.map((issue) => ({ ...issue, path: rename(issue.path) }));
    const message = error.problem.message.replace(
      /\/writes\/\d+\/(?:draft|patch)[^\s:,;]*/g,
      (path) => rename(path) || 'The body',
    );
    throw new CrumbError({ ...error.problem, message, issues }, { cause: error });
  };
}
