import type { ModelFailure } from '@crumbtrail/prompting';

/** How model families write a tool call into their text. A server with a parser for its model turns it into a call; one without leaves it in the answer. */
const MARKS: readonly RegExp[] = [
  /<tool_call>\s*[{<]/,
  /<\|?tool_calls?(?:_begin|_section_begin)?\|?>/,
  /\[TOOL_CALLS\]/,
  /<function=[\w.-]+[>\s{]/,
  /<\|python_tag\|>/,
  /<｜tool▁calls?▁begin｜>/,
  /<\|start\|>assistant<\|channel\|>commentary to=functions\./,
];

/** Why an answer is none: it is the call of a tool that was written as text. Undefined for any other text. */
export function findWrittenCall(text: string): ModelFailure | undefined {
  const outsideCode = text.replace(/```[\s\S]*?(?:```|$)|`[^`\n]*`/g, '');
  if (!MARKS.some((mark) => mark.test(outsideCode))) return undefined;
  return {
    code: 'tool_call_as_text',
    message:
      'The model called a tool, but its server left the call in the text, because it has no parser for the tool calls of this model. ' +
      'Start the server with one (vLLM: --enable-auto-tool-choice --tool-call-parser), or set tool_mode of the agent to json or tags.',
  };
}
