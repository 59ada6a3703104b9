import { contracts, parseSchemaName, type Contract } from '@crumbtrail/contracts';

/** Who may write crumbs of schemas that were published at run time: whoever speaks for somebody; services have contracts. */
const WRITERS = ['user', 'agent', 'tool', 'operator'] as const;

/** Families that services write or will write: a newer version of one, made up by somebody, would be heard as theirs. */
const RESERVED: ReadonlySet<string> = new Set([
  ...[...contracts.keys()].map((name) => parseSchemaName(name)?.family ?? name),
  ...['agent.step', 'tool.request', 'tool.response', 'tool.config', 'memory.short', 'memory.long', 'session.summary'],
  ...['envelope', 'envelope.draft', 'timer', 'schedule'],
]);

/** May a schema of this name be published at run time? Not where its family is the system's own. */
export function isReservedSchema(name: string): boolean {
  return RESERVED.has(parseSchemaName(name)?.family ?? name);
}

/** What is known of a crumb's schema before its definition is: that it has one is checked when the crumb is kept. */
export function runTimeContract(name: string): Contract {
  return {
    name,
    schema: {},
    rules: { writers: WRITERS, retention: { class: 'forever' }, audience: 'all', importable: true, llm_hints: {} },
  };
}
