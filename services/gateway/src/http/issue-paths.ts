import { CrumbError, type Problem } from '@crumbtrail/contracts';

/** Where a refusal's place is in the body that the caller sent; the store speaks of the draft that we made of it. */
export type RelocatePath = (path: string, problem: Problem) => string;

/** In a batch: under the crumb that the store names by its index. */
export const toBatchPath: RelocatePath = (path, { details }) =>
  `/breadcrumbs/${Number(details?.['index'] ?? 0)}${path}`;

/** In a message: its payload is the body. */
export const toPayloadPath: RelocatePath = (path) => path.replace(/^\/context(?=\/|$)/, '');

/** For `catch`: says a refusal again with its places in the caller's body. */
export function relocateIssues(rename: RelocatePath): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof CrumbError) || !error.problem.issues) throw error;
    const { problem } = error;
    const issues = error.problem.issues.map((issue) => ({ ...issue, path: rename(issue.path, problem) }));
    throw new CrumbError({ ...problem, issues }, { cause: error });
  };
}
