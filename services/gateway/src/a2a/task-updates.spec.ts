import type { TokenPiece } from '@crumbtrail/contracts';
import type { TaskJson, UpdateJson } from './a2a-json';
import { TaskUpdates } from './task-updates';

const ended: TaskJson = {
  id: '3f0c6f0a-8d1d-5c0e-9a60-3d2f6f0b7c11',
  contextId: 'kitchen',
  status: { state: 'TASK_STATE_COMPLETED', timestamp: '2026-11-28T12:00:00Z' },
  metadata: {},
};

const piece = (kind: TokenPiece['kind'], text = ''): TokenPiece => ({ kind, text }) as TokenPiece;

/** The text of the artifact as a client puts it together, and the updates. */
function play(pieces: readonly TokenPiece[], answer: string): { text: string; updates: UpdateJson[] } {
  const updates: UpdateJson[] = [];
  const call = { identity: { workspace: 'default' } } as ConstructorParameters<typeof TaskUpdates>[0];
  const told = new TaskUpdates(call, ended, (update) => updates.push(update));
  pieces.forEach((one) => told.hear(one));
  told.end({ ...ended, artifacts: [{ artifactId: 'a', parts: [{ text: answer }] }] });
  const chunks = updates.flatMap((update) => ('artifactUpdate' in update ? [update.artifactUpdate] : []));
  const text = chunks.reduce((so, { append, artifact }) => (append ? so : '') + (artifact.parts[0]?.text ?? ''), '');
  expect(chunks.map(({ lastChunk }) => lastChunk)).toEqual(chunks.map((_, i) => i === chunks.length - 1));
  return { text, updates };
}

describe('the updates of a task', () => {
  test.each([
    ['pieces that are the whole answer', [piece('reset'), piece('text', 'a b'), piece('text', ' c')], 'a b c'],
    ['pieces that miss the end of the answer', [piece('reset'), piece('text', 'a b')], 'a b c'],
    ['no pieces', [], 'a b c'],
    [
      'a text before a tool call, which the answer does not have',
      [piece('text', 'Let me see.'), piece('reset'), piece('text', 'Two.')],
      'Two.',
    ],
    [
      'a text that begins anew and repeats itself',
      [piece('text', 'One, two'), piece('reset'), piece('text', 'One'), piece('text', ', two, three')],
      'One, two, three',
    ],
    ['pieces of another text than the answer', [piece('text', 'nearly')], 'The answer.'],
  ])('of %s come to the answer, and end with how it stands', (_, pieces, answer) => {
    const { text, updates } = play(pieces, answer);
    expect(text).toBe(answer);
    expect(updates.at(-1)).toEqual({
      statusUpdate: { taskId: ended.id, contextId: 'kitchen', status: ended.status },
    });
  });
});
