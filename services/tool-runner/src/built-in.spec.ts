import { compileJsonCheck, findSchemaIssues, ToolDef, validateContext } from '@crumbtrail/contracts';
import { BUILT_IN } from './built-in';
import { createWebTools } from './web-tools';

const ALL = [...BUILT_IN, ...createWebTools({ hosts: [], search: { url: undefined, key: undefined } })];

describe.each(ALL.map(({ definition }) => [definition.name, definition] as const))(
  'the built-in tool %s',
  (_name, definition) => {
    it('has a valid definition with schemas that can be checked', () => {
      expect(validateContext(ToolDef.name, definition)).toEqual([]);
      expect(findSchemaIssues(definition.input as Record<string, unknown>)).toEqual([]);
      expect(findSchemaIssues((definition.output ?? {}) as Record<string, unknown>)).toEqual([]);
    });

    it('has a name in snake_case', () => expect(definition.name).toMatch(/^[a-z]+(?:_[a-z]+)*$/));

    it('has examples with valid arguments', () => {
      const check = compileJsonCheck(definition.input as Record<string, unknown>);
      expect(definition.examples?.length).toBeGreaterThan(0);
      for (const { input } of definition.examples ?? []) expect(check.issues(input)).toEqual([]);
    });

    it('has examples with valid results', () => {
      const check = compileJsonCheck((definition.output ?? {}) as Record<string, unknown>);
      for (const { output } of definition.examples ?? [])
        if (output !== undefined) expect(check.issues(output)).toEqual([]);
    });
  },
);
