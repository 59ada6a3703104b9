import { Session, singletonId } from '@crumbtrail/contracts';
import { Crumbtrail, isApiError } from '@crumbtrail/client';
import { useFixture, useScript, useSharedStack } from './support/fixture';
import { echo } from './support/conversations';

const stack = useSharedStack();
useScript(stack, echo);
const operator = useFixture(() => new Crumbtrail({ url: stack.api.url, key: stack.key }));
const keyFor = async (id: string): Promise<Crumbtrail> => {
  const { secret } = await operator.createKey({ participant: { kind: 'user', id }, role: 'writer' });
  return new Crumbtrail({ url: stack.api.url, key: secret });
};
const ann = useFixture(() => keyFor('ann'));
const mallory = useFixture(() => keyFor('mallory'));

const refusal = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => 'it was not rejected',
    (error: unknown) => (isApiError(error) ? [error.status, error.problem.code] : error),
  );
const say = (who: Crumbtrail, session: string, content: string) => who.say(session, content, { wait_ms: 30_000 });
const assistant = { kind: 'agent', id: 'assistant' } as const;
const users = (...ids: string[]) => ids.map((id) => ({ kind: 'user' as const, id }));

describe('a session in which somebody has spoken', () => {
  test('cannot be silenced, hidden or given names by a stranger, nor by somebody who says a word there first', async () => {
    expect((await say(ann, 'room', 'hello')).responses).toHaveLength(1);
    const hostile = {
      schema_name: Session.name,
      audience: ['mallory'],
      context: { name: 'room', members: [...users('mallory'), { kind: 'user', id: 'ann', name: 'Assistant' }] },
    };
    expect(await refusal(mallory.append(hostile))).toEqual([403, 'forbidden']);
    await say(mallory, 'room', 'me too');
    const renaming = [...users('mallory'), assistant, { kind: 'user', id: 'ann', name: 'Assistant' }];
    const attempts = [
      hostile,
      { ...hostile, context: { name: 'room' } },
      { schema_name: Session.name, context: { name: 'room', members: users('mallory', 'ann') } },
      { schema_name: Session.name, context: { name: 'room', members: renaming } },
    ];
    for (const attempt of attempts) expect(await refusal(mallory.append(attempt))).toEqual([403, 'forbidden']);
    expect((await say(ann, 'room', 'still there?')).responses).toMatchObject([{ author: assistant }]);
    const members = [...users('ann', 'mallory'), assistant];
    await ann.append({ schema_name: Session.name, context: { name: 'room', title: 'Our room', members } });
    expect(await mallory.get(singletonId(stack.workspace, 'session', 'room'))).toMatchObject({ author: { id: 'ann' } });
    expect((await say(mallory, 'room', 'and me?')).responses).toHaveLength(1);
  });

  test('can be restricted by an operator, who keeps every right over its members', async () => {
    await say(ann, 'court', 'hello');
    const members = [{ ...assistant, muted: true }];
    const { id } = await operator.append({ schema_name: Session.name, context: { name: 'court', members } });
    expect(await say(ann, 'court', 'and now?')).toMatchObject({
      responses: [],
      reason: 'No agent listens for this message: assistant is muted in the session.',
    });
    await operator.change(id, 1, { context: { name: 'court', members: [assistant] } });
    expect((await say(ann, 'court', 'again?')).responses).toHaveLength(1);
  });
});

describe('a session name that nobody has used', () => {
  test('belongs to the audience of its creator: others get an error instead of silence', async () => {
    const context = { name: 'boardroom', members: users('mallory') };
    await mallory.append({ schema_name: Session.name, audience: ['mallory'], context });
    expect(await refusal(say(ann, 'boardroom', 'is anybody here?'))).toEqual([403, 'forbidden']);
    expect((await operator.list({ session: 'boardroom', schema: 'user.message.v1' })).breadcrumbs).toEqual([]);
    expect((await mallory.say('boardroom', 'mine')).message.session).toBe('boardroom');
  });
});
