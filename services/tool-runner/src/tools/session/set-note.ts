import { asPayload, Scene, type SceneV1 } from '@crumbtrail/contracts';
import type { Tool } from '@crumbtrail/tool-runtime';
import { requireSession } from './members';

/** Shorter than an author's own: every context of the session has it. */
const MOST_TEXT = 4_096;

type NoteText = NonNullable<SceneV1['note']>;

/** The scene with this note; without one where the text is empty. */
function withNote(before: SceneV1, { text, ...place }: NoteText): SceneV1 {
  const { note, ...others } = before;
  return text === '' ? others : { ...others, note: { ...note, ...place, text } };
}

/** Changes the note of the session. Its author is the agent of the turn, and contexts say so. */
export const setNote: Tool = {
  definition: {
    name: 'set_note',
    title: "Author's note",
    category: 'session',
    source: 'built-in',
    description: [
      'Replaces the note that all agents of this conversation see near its end, under your name. Use it to keep style or state in view.',
      'An empty text removes it.',
    ].join(' '),
    input: {
      type: 'object',
      properties: {
        text: { type: 'string', maxLength: MOST_TEXT },
        interval: {
          type: 'integer',
          minimum: 1,
          maximum: 1_000,
          description: 'n: shown at every n-th message of people. Default: as before, else always.',
        },
        depth: {
          type: 'integer',
          minimum: 0,
          maximum: 1_000,
          description: 'How many messages stand below it. Default: as before, else 4.',
        },
      },
      required: ['text'],
      additionalProperties: false,
    },
    output: { type: 'object', properties: { version: { type: 'integer' } }, required: ['version'] },
    argument: 'text',
    examples: [{ input: { text: 'Night has fallen; speak in whispers.', depth: 2 }, output: { version: 3 } }],
    timeout_ms: 10_000,
    permissions: ['create'],
  },
  run: async (given, call) => {
    const session = requireSession(call);
    // The input was checked against the schema above.
    const note = { ...(given as unknown as NoteText), by: call.agent };
    const draft = { schema_name: Scene.name, audience: 'agents' as const, context: { session } };
    const { version } = await call.log.put(draft, (before) => ({
      ...withNote(asPayload(Scene.name, before) ?? {}, note),
    }));
    return { version };
  },
};
