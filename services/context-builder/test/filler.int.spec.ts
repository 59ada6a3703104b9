import { AgentResponse, Preview } from '@crumbtrail/contracts';
import { ASSISTANT, USER } from './crumbs';
import { said, seed } from './seed-conversation';
import { useBuilder } from './use-builder';

const running = useBuilder();

/** Exchanges that follow the hour's conversation and are about something else. */
const MORE = [
  ['Which port does the gateway use?', 'It listens on port 7070.'],
  ['And where are the logs?', 'Each service writes its log into the home folder.'],
  ['How large may they become?', 'They rotate at 10 MiB.'],
];

const minutesAfter = (time: string, minutes: number): string =>
  new Date(Date.parse(time) + minutes * 60_000).toISOString();

/** The lines of a preview's text, without the names of the speakers. */
async function previewLines(content: string): Promise<string[]> {
  const gateway = await running.store.bus('gateway');
  const reply = await gateway.request(Preview, running.scene.workspace, {
    agent: 'assistant',
    session: 'demo',
    content,
  });
  return String(reply.formatted_context)
    .split('\n')
    .map((line) => line.replace(/^[^:]{1,40}: /, ''));
}

describe('filler', () => {
  it.each([
    [1, 'okay do that'],
    [3, 'okay do that'],
    [1, 'yes please'],
    [3, 'yes please'],
  ])('of an hour ago stays out when %d more exchanges were held and the message is %j', async (count, content) => {
    const end = seed.messages.at(-1)?.at ?? '';
    const person = { author: USER };
    const agent = { author: ASSISTANT, schema_name: AgentResponse.name };
    await running.scene.import([
      ...seed.messages.map((one) => ({
        text: one.content,
        occurred_at: one.at,
        ...(one.role === 'user' ? person : agent),
      })),
      ...MORE.slice(0, count).flatMap(([question = '', answer = ''], n) => [
        { text: question, occurred_at: minutesAfter(end, 2 * n + 1), ...person },
        { text: answer, occurred_at: minutesAfter(end, 2 * n + 2), ...agent },
      ]),
    ]);
    const lines = await previewLines(content);
    expect(lines).toContain(MORE[count - 1]?.[1]);
    expect(seed.filler.map(said).filter((text) => lines.includes(text))).toEqual([]);
  });

  it('that somebody else said long ago in the words of the message stays out, and a vote in the window stays in', async () => {
    const bob = { kind: 'user', id: 'bob' } as const;
    const talk = [
      ['bob', 'yes please'],
      ...MORE.flatMap(([question = '', answer = '']) => [
        ['ann', question],
        ['eve', answer],
      ]),
    ];
    const rounds = Array.from({ length: 5 }, () => talk.slice(1)).flat();
    const lines = [talk[0], ...rounds, ['ann', 'Shall we order the cake?'], ['bob', 'yes please']];
    await running.scene.import(
      lines.map(([id = '', text = ''] = [], n) => ({
        text: n > 0 && n <= rounds.length ? `${text} (${n})` : text,
        occurred_at: minutesAfter('2026-01-05T09:00:00.000Z', n),
        author: id === 'bob' ? bob : ({ kind: 'user', id } as const),
      })),
    );
    expect((await previewLines('yes please')).filter((line) => line === 'yes please')).toHaveLength(2);
  });

  it('of people among themselves stays out, and a sentence that one of them said five times is there once', async () => {
    const plan = 'The rollout of the new parser is planned for Friday.';
    const talk = ['ok', plan, 'thanks', plan, 'okay', plan, 'sure', plan, 'give me a sec', plan, 'ok, thanks'];
    const facts = [
      'The backup ran at night.',
      'Peter writes the notes of the meeting.',
      'Marta has the key of the office.',
      'Lunch is at noon in the yard.',
      'The printer on the second floor is broken.',
      'We moved the stand-up to ten.',
      'Olga brings the cables on Monday.',
      'The lift is repaired again.',
    ];
    await running.scene.import(
      [...talk, ...facts].map((text, n) => ({
        text,
        occurred_at: `2026-01-05T09:${10 + n}:00.000Z`,
        author: { kind: 'user', id: n % 2 === 0 ? 'ann' : 'bob' } as const,
      })),
    );
    const lines = await previewLines('When is the rollout?');
    expect(lines.filter((line) => line === plan)).toHaveLength(1);
    expect(lines.filter((line) => ['ok', 'okay', 'thanks', 'give me a sec', 'ok, thanks'].includes(line))).toEqual([]);
    expect(lines).toContain(facts.at(-1));
  });
});
