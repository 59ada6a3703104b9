import { contracts, parseSchemaName, type Contract } from '@crumbtrail/contracts';

/** Who may write crumbs of run-time schemas: everybody but services, which write only published schemas. */
const WRITERS = ['user', 'agent', 'tool', 'operator'] as const;

const PUBLISHED_FAMILIES = [...contracts.keys()].map((name) => parseSchemaName(name)?.family ?? name);

/** Families that services write or will write: a newer version published at run time would be mistaken for theirs. */
const RESERVED: ReadonlySet<string> = new Set([
  ...PUBLISHED_FAMILIES,
  'agent.step',
  'tool.request',
  'tool.response',
  'tool.config',
  'memory.short',
  'memory.long',
  'session.summary',
  'envelope',
  'envelope.draft',
  'timer',
  'schedule',
]);

/** Is the name reserved for the system, so that it cannot be published at run time? */
export function isReservedSchema(name: string): boolean {
  return RESERVED.has(parseSchemaName(name)?.family ?? name);
}

/** The contract of a run-time schema before its definition is known. That it has one is checked when the crumb is written. */
export function runTimeContract(name: string): Contract {
  return {
    name,
    schema: {},
    rules: { writers: WRITERS, retention: { class: 'forever' }, audience: 'all', importable: true, llm_hints: {} },
  };
}
