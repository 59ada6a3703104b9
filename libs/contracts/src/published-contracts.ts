import type { Contract } from './contract';
import { parseSchemaName, satisfies } from './schema-name';
import { AgentNote, AgentResponse, published, UserMessage } from './generated/contracts';
import type { CrumbRules } from './generated/types';

/** Every published contract by wire name. */
export const contracts: ReadonlyMap<string, Contract> = new Map(published.map((one) => [one.name, one]));

/**
 * The messages of a conversation: what people said, what agents replied, and their notes to each other. A reply may have no text: an agent that had nothing to say, or
 * a turn that failed.
 */
export const CONVERSATION_SCHEMAS: readonly string[] = [UserMessage.name, AgentResponse.name, AgentNote.name];

const byFamily = new Map<string, Contract[]>();
for (const one of published) {
  const family = parseSchemaName(one.name)?.family ?? one.name;
  byFamily.set(family, [...(byFamily.get(family) ?? []), one]);
}

/**
 * The rules for crumbs of a schema. A version newer than any published here follows the newest published one, so that a service that is
 * not updated yet treats it in the same way. Undefined for schemas that are not the system's own.
 */
export function rulesFor(schemaName: string): CrumbRules | undefined {
  const exact = contracts.get(schemaName);
  if (exact) return exact.rules;
  const family = byFamily.get(parseSchemaName(schemaName)?.family ?? '') ?? [];
  return family.findLast((one) => satisfies(schemaName, one.name))?.rules;
}
