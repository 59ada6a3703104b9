import type { Envelope } from '@crumbtrail/contracts';

interface ContextBuild {
  readonly session?: string | undefined;
  readonly created_at: string;
}

/** The previous context: of the same session if there is one, else of any session; if there is none, the earliest one after it. */
export function findPreviousContext(build: ContextBuild, others: readonly Envelope[]): Envelope | undefined {
  const latestFirst = [...others].sort((a, b) => b.created_at.localeCompare(a.created_at));
  const earlier = latestFirst.filter(({ created_at }) => created_at < build.created_at);
  return earlier.find(({ session }) => session === build.session) ?? earlier[0] ?? latestFirst.at(-1);
}
