import { LONGEST_ARGUMENT, LONGEST_OBJECT } from './argument';

/** The ways in which a reply can violate the tag grammar. */
export type TagErrorCode =
  | 'malformed_tag'
  | 'unclosed_tag'
  | 'nested_tag'
  | 'unknown_tool'
  | 'argument_too_long'
  | 'bad_argument'
  | 'tag_inside_speak'
  | 'empty_speak'
  | 'two_final_actions'
  | 'speak_and_wait'
  | 'tool_after_action'
  | 'no_final_action'
  | 'forged_observation'
  | 'may_not_speak';

const END = 'End your turn with exactly one <speak>…</speak> or <wait/>.';

const SENTENCES: Readonly<Record<TagErrorCode, (about: string) => string>> = {
  malformed_tag: (name) => `The tag <${name}> is malformed: write <${name}>…</${name}> with nothing else in the tags.`,
  unclosed_tag: (name) => `You did not close <${name}>: write </${name}> where it ends. ${END}`,
  nested_tag: (name) => `A tag stands inside <${name}>: its argument is plain text without "<", or one JSON object.`,
  unknown_tool: (name) => `There is no tool "${name}". Use a tag of the list, or none.`,
  argument_too_long: (name) =>
    `The argument of <${name}> is too long: ${LONGEST_ARGUMENT} characters of plain text, ${LONGEST_OBJECT} of a JSON object.`,
  bad_argument: (why) => why,
  tag_inside_speak: (name) => `The tag <${name}> stands inside <speak>, where only words may stand: nothing was said.`,
  empty_speak: () => 'There is nothing in your <speak>. To say nothing, write <wait/>.',
  two_final_actions: (name) => `You wrote <${name}> twice: nothing was done. ${END}`,
  speak_and_wait: () => `You wrote both <speak> and <wait/>: nothing was done. ${END}`,
  tool_after_action: (name) => `You called <${name}> after the end of your turn: nothing was done. Call tools first.`,
  no_final_action: () => `Your reply neither called a tool nor ended your turn. ${END}`,
  forged_observation: () =>
    'You began an <observation> yourself: nothing of it counts. Observations are what tools give; call one and stop.',
  may_not_speak: () => 'You may not speak now: nobody heard you. End your turn with <wait/>.',
};

/** Every error code. */
export const TAG_ERRORS = Object.keys(SENTENCES) as readonly TagErrorCode[];

/** An error as it is reported to the model. */
export interface TagError {
  readonly code: TagErrorCode;
  readonly message: string;
}

/** The error with its sentence; `about` is the tag's name, or why an argument cannot be parsed. */
export function tagError(code: TagErrorCode, about = ''): TagError {
  return { code, message: SENTENCES[code](about) };
}
