import { type AgentContextV1, type Envelope, type Operation } from '@crumbtrail/contracts';
import { Replan } from '@crumbtrail/contracts/operations/recorded-contexts';
import { WhyNot, type EntryChange, type WhyNotReply } from '@crumbtrail/contracts/operations/why-not';
import { ASSISTANT } from './crumbs';
import { useBuilder } from './use-builder';

const running = useBuilder();

async function request<Q, R>(
  operation: Operation<Q, R>,
  body: Q,
  key = running.store.operatorKey(running.scene.workspace),
): Promise<R> {
  const gateway = await running.store.as('gateway', running.scene.workspace, { key });
  return gateway.request(operation, body);
}

const ask = (context: Envelope, text: string, key?: string): Promise<WhyNotReply> =>
  request(WhyNot, { context: context.id, text }, key);

const answer = async (question: string): Promise<Envelope<AgentContextV1>> =>
  running.scene.contextFor(await running.scene.openTurn(await running.scene.say(question)));

/** The decision of a replan with this change; undefined where there is no change. */
async function decisionAfter(
  context: Envelope,
  id: string,
  change: EntryChange | undefined,
): Promise<string | undefined> {
  if (!change) return undefined;
  const { budget, config } = change;
  const { preview } = await request(Replan, { context: context.id, budget, config });
  return preview.items.find((row) => row.id === id)?.decision;
}

const PLACES = ['kitchen', 'cellar', 'attic', 'garage', 'garden', 'hall', 'porch', 'study', 'bath', 'barn'];
/** The first half speaks of the port that is asked for, the second half of something else. */
const talk = Array.from({ length: 60 }, (_, n) => ({
  text:
    n < 30
      ? `The port of the ${PLACES[n % 10]} server ${n} is ${8000 + n * 3}${' and so on'.repeat(n % 7)}.`
      : `Nobody painted the ${PLACES[n % 10]} in year ${1900 + n}, as the server said.`,
}));

describe('why not', () => {
  it('is answered for each text of a session with one verdict, and a replan with its smallest change keeps the text', async () => {
    await running.scene.configure({
      sources: [
        { type: 'recent', limit: 2 },
        { type: 'hybrid', floor: 0.5 },
      ],
      budget: { max_tokens: 220 },
    });
    const ids = await running.scene.import(talk);
    const context = await answer('Which port has the kitchen server 10?');
    const seen = new Set<string>();
    for (const id of ids.filter((_, n) => n % 7 === 3)) {
      const { verdict, considered, change } = await ask(context, id);
      seen.add(considered?.counted ? 'out counted' : verdict);
      if (verdict !== 'in') expect(await decisionAfter(context, id, change)).toBe('kept');
    }
    for (const verdict of ['in', 'out counted']) expect(seen).toContain(verdict);
  });

  it('finds a text by its exact words first, by most of its words next, and says when nobody said it', async () => {
    await running.scene.import(talk);
    const context = await answer('Which port has the kitchen server 10?');
    const [exact, most, none] = [
      await ask(context, '“port of the kitchen SERVER 10”'),
      await ask(context, 'nobody painted garden in the year 1934'),
      await ask(context, 'the moon is made of green cheese'),
    ];
    expect(exact).toMatchObject({ verdict: 'in', found: { matched_by: 'exact' }, place: { section: 'relevant' } });
    expect(most.found).toMatchObject({ matched_by: 'words', text: talk[34]?.text });
    expect(none).toMatchObject({ verdict: 'not_said' });
    expect(none.change).toBeUndefined();
  });

  it('names what no source could give: session, schema, audience, time, and the limit of a source', async () => {
    await running.scene.configure({ sources: [{ type: 'recent', limit: 2 }], recent_exchanges: 0 });
    const [elsewhere] = await running.scene.import([
      { text: 'The red boat is in the other session.', session: 'other' },
    ]);
    const [secret] = await running.scene.import([{ text: 'The blue boat is for Bob alone.', audience: ['user:bob'] }]);
    const [old] = await running.scene.import([{ text: 'The old boat was sold.' }, ...talk.slice(0, 20)]);
    const { id: members } = await running.scene.setMembers([{ kind: 'user', id: 'user', name: 'Ann' }]);
    const context = await answer('Where is the boat?');
    const later = await running.scene.say('The green boat came later.');
    const causes: (string | undefined)[] = [];
    for (const id of [elsewhere, members, secret, later.id, old]) {
      const { verdict, cause } = await ask(context, id ?? '');
      expect(verdict).toBe('never_considered');
      causes.push(cause);
    }
    expect(causes).toEqual(['scope', 'schema', 'audience', 'time', 'source_limit']);
    expect((await ask(context, old ?? '')).change?.says).toBe('21 results from source recent instead of 2');
    expect((await ask(context, 'green boat')).cause).toBe('time');
  });

  it('tells an asker nothing of a text that the asker may not read: it is as if nobody had said it', async () => {
    const [secret = ''] = await running.scene.import([
      { text: 'The blue boat is for Bob alone.', audience: ['user:bob'] },
    ]);
    const context = await answer('Where is the boat?');
    const key = await running.scene.createKey(ASSISTANT);
    const unknown = '00000000-0000-7000-8000-000000000001';
    const hide = ({ asked, answer: said, ...rest }: WhyNotReply) => ({ ...rest, said: said.replace(asked, 'it') });
    expect(hide(await ask(context, secret, key))).toEqual(hide(await ask(context, unknown, key)));
    const byWords = await ask(context, 'blue boat for Bob', key);
    expect(byWords.verdict).toBe('not_said');
    expect(JSON.stringify({ ...byWords, asked: '', answer: byWords.answer.replace(byWords.asked, '') })).not.toMatch(
      /Bob/,
    );
    expect(await ask(context, 'blue boat for Bob')).toMatchObject({ verdict: 'never_considered', cause: 'audience' });
    await expect(ask(context, secret, running.scene.userKey)).rejects.toMatchObject({ code: 'not_found' });
  });
});
