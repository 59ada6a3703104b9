import type { ToolDefV1 } from '@crumbtrail/contracts';
import type { Tool } from '@crumbtrail/tool-runtime';

/** Defines a tool that says its text again. */
export const echo: ToolDefV1 = {
  name: 'echo',
  description: 'Says it again.',
  input: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
};

/** The tool itself, for a tool-runner. */
export const echoTool: Tool = {
  definition: echo,
  run: async (input) => `echo gave ${JSON.stringify(input)}`,
};

/** A reply of the model that calls the tool once for each text. */
export const callEcho = (...texts: readonly string[]) => ({
  calls: texts.map((text, n) => ({ id: `c${n}`, name: 'echo', arguments: { text } })),
});
