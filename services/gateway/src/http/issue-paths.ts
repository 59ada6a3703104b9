import { CrumbError, type Problem } from '@crumbtrail/contracts';

/** Converts the path of an issue in the draft, which the store reports, to the path in the caller's body. */
export type RelocatePath = (path: string, problem: Problem) => string;

/** For a batch: prefixes the path with the index of the breadcrumb. */
export const toBatchPath: RelocatePath = (path, { details }) =>
  `/breadcrumbs/${Number(details?.['index'] ?? 0)}${path}`;

/** For a message: the payload is the body. */
export const toPayloadPath: RelocatePath = (path) => path.replace(/^\/context(?=\/|$)/, '');

/** Returns a `catch` handler that rethrows an error with the paths of the caller's body. */
export function relocateIssues(rename: RelocatePath): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof CrumbError) || !error.problem.issues) throw error;
    const { problem } = error;
    const issues = error.problem.issues.map((issue) => ({ ...issue, path: rename(issue.path, problem) }));
    throw new CrumbError({ ...problem, issues }, { cause: error });
  };
}
