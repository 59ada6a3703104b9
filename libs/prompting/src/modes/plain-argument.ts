import type { ToolDefV1 } from '@crumbtrail/contracts';

interface ArgumentSchema {
  readonly properties?: Readonly<Record<string, { readonly type?: unknown }>>;
  readonly required?: readonly string[];
}

/**
 * The property of a tool's arguments that takes plain text: the definition's `argument`, else its only required
 * property of type string; undefined when there is none or more than one.
 */
export function plainArgument({ argument, input }: Pick<ToolDefV1, 'argument' | 'input'>): string | undefined {
  if (argument !== undefined) return argument;
  const { properties = {}, required = [] } = input as ArgumentSchema;
  const texts = required.filter((name) => properties[name]?.type === 'string');
  return texts.length === 1 ? texts[0] : undefined;
}
