import {
  AgentNote,
  asPayload,
  contracts,
  MemoryLong,
  ToolResponse,
  WorkspaceRetention,
  type Issue,
} from '@crumbtrail/contracts';

/** The published schemas whose breadcrumbs may have a life: what was said and decided is kept, and definitions are erased by people. */
const WITH_LIVES: readonly string[] = [ToolResponse.name, MemoryLong.name, AgentNote.name];

/** Validates the lives of a workspace's retention: each has a time, of a schema that may have one, once. */
export function retentionSettingIssues(context: Record<string, unknown>): Issue[] {
  const { lives = [] } = asPayload(WorkspaceRetention.name, context);
  return lives.flatMap((life, at): Issue[] => {
    const issue = (field: string, rule: string, message: string): Issue[] => [
      { path: `/lives/${at}/${field}`, rule, message },
    ];
    if (contracts.has(life.schema) && !WITH_LIVES.includes(life.schema))
      return issue('schema', 'lives', `has no life: name ${WITH_LIVES.join(', ')}, or a schema of the workspace`);
    if (lives.findIndex(({ schema }) => schema === life.schema) !== at)
      return issue('schema', 'lives', `${life.schema} has a life already`);
    if (life.seconds === undefined && life.unused_seconds === undefined)
      return issue('unused_seconds', 'required', 'or `seconds` must say how long it lives');
    return [];
  });
}
