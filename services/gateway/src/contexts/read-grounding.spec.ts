import { responseId, type AnswerGroundingV1, type Envelope } from '@crumbtrail/contracts';
import { citedSources, describeGrounding, groundedResponseId, groundingRefs } from './read-grounding';

const crumb = (id: string, schema_name: string, context: object): Envelope =>
  ({ id, version: 1, workspace: 'default', schema_name, context, author: { kind: 'user', id: 'ann' } }) as Envelope;
const record: AnswerGroundingV1 = {
  response: { id: 'r' },
  context_id: 'c',
  agent: 'assistant',
  sources: [
    { id: 'a', version: 1 },
    { id: 'a', version: 1, chunk: 2 },
    { id: 'b', version: 1 },
  ],
  sentences: [{ start: 4, end: 9, rests_on: [{ source: 2, share: 0.5 }] }],
};

test('grounding: it is asked for by the reply or by the context it was written with, and by nothing else', () => {
  expect(groundedResponseId(crumb('r', 'agent.response.v1', {}))).toBe('r');
  expect(groundedResponseId(crumb('c', 'agent.context.v1', { turn: { id: 't' } }))).toBe(responseId('default', 't'));
  expect(() => groundedResponseId(crumb('m', 'user.message.v1', {}))).toThrow(/neither a reply nor a context/);
});

test('grounding: the reply and every source are read once', () => {
  expect(groundingRefs(record).map(({ id }) => id)).toEqual(['r', 'a', 'b']);
});

test('grounding: it shows the texts that the caller may read, and of the others only the reference', () => {
  const readable = [
    crumb('r', 'agent.response.v1', { action: 'speak', content: 'Yes. 1240.' }),
    crumb('b', 'user.message.v1', { content: 'My rent is 1240.' }),
  ];
  const { sentences, sources, found } = describeGrounding('r', record, readable);
  expect([found, sentences]).toEqual([
    true,
    [{ start: 4, end: 9, text: ' 1240', rests_on: [{ source: 2, share: 0.5 }] }],
  ]);
  expect(sources).toMatchObject([{ id: 'a' }, { id: 'a', chunk: 2 }, { id: 'b', text: 'My rent is 1240.' }]);
  expect(sources[0]).not.toHaveProperty('text');
});

test('grounding: a reply without a record has no sentences', () => {
  expect(describeGrounding('r', undefined, [])).toEqual({ response: 'r', found: false, sentences: [], sources: [] });
});

test('grounding: the sources of a reply are in the order of how many sentences rest on them, with the greatest share', () => {
  const sentences = [
    {
      start: 0,
      end: 4,
      rests_on: [
        { source: 0, share: 0.4 },
        { source: 2, share: 0.6 },
      ],
    },
    { start: 5, end: 9, rests_on: [{ source: 0, share: 0.5 }] },
  ];
  const cited = citedSources({ ...record, sentences }, [
    crumb('b', 'user.message.v1', { content: 'My rent is 1240.' }),
  ]);
  const ann = { kind: 'user', id: 'ann' };
  expect(cited).toEqual([
    { id: 'a', version: 1, sentences: 2, share: 0.5 },
    { id: 'b', version: 1, sentences: 1, share: 0.6, author: ann, text: 'My rent is 1240.' },
    { id: 'a', version: 1, chunk: 2, sentences: 0, share: 0 },
  ]);
});
