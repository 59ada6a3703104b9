import fc from 'fast-check';
import { groundReply } from './ground-reply';

const port = 'The staging server listens on port 8443 since March.';
const rent = 'Ann: my rent in Lisbon is €1,240.00 a month';
const tea = 'We talked about tea, and about the weather.';

const plain = (sources: readonly string[]) => sources.map((text) => ({ text }));

const cited = (reply: string, sources: readonly string[]) =>
  groundReply(reply, plain(sources)).sentences.map(({ start, end, rests_on }) => [
    reply.slice(start, end),
    rests_on.map(({ source }) => source),
  ]);

describe('grounding a reply', () => {
  it('names for each sentence the sources that have its numbers, names and rare words, and none for one that says something else', () => {
    const reply = 'Staging listens on port 8443.  Ann pays 1240 for her place in Lisbon! Shall I look for a flat?';
    expect(cited(reply, [tea, rent, port])).toEqual([
      ['Staging listens on port 8443.', [2]],
      ['Ann pays 1240 for her place in Lisbon!', [1]],
      ['Shall I look for a flat?', []],
    ]);
  });

  it('cites several sources for a sentence that joins what they say, the one with more of it first', () => {
    expect(cited('Ann moved to Lisbon where the rent is 1240, and staging has port 8443.', [port, rent])).toEqual([
      ['Ann moved to Lisbon where the rent is 1240, and staging has port 8443.', [1, 0]],
    ]);
  });

  it('cites an earlier reply of the agent only for what nobody else said', () => {
    const reply = 'Staging listens on port 8443 behind the Lisbon proxy.';
    const echo = { text: 'Staging listens on port 8443 behind the Lisbon proxy, as I said.', isOwn: true };
    const rests = (texts: Parameters<typeof groundReply>[1]) =>
      groundReply(reply, texts).sentences[0]?.rests_on.map(({ source }) => source);
    expect(rests([echo, { text: port }])).toEqual([1, 0]);
    expect(rests([echo, { text: 'Staging listens on port 8443 behind the Lisbon proxy.' }])).toEqual([1]);
    expect(rests([echo, { text: tea }])).toEqual([0]);
  });

  it('takes neither function words nor a single ordinary word for a source', () => {
    expect(cited('It was the same for all of them, and the weather is what it is.', [tea])).toEqual([
      ['It was the same for all of them, and the weather is what it is.', []],
    ]);
  });

  it('does not take one number for another that looks like it', () => {
    expect(cited('The port is 844.', ['Call 8443 instead.'])).toEqual([['The port is 844.', []]]);
  });

  it('prefers the short text that says it over a long one that says everything', () => {
    const log = `${port} ${rent} ${tea}`;
    expect(cited('The server listens on port 8443.', [log, port])).toEqual([['The server listens on port 8443.', [1]]]);
  });

  it('finds sentences of languages without spaces', () => {
    expect(cited('服务器端口是八千。', ['新的服务器端口是八千', '今天天气好'])).toEqual([['服务器端口是八千。', [0]]]);
  });

  it('has ranges that are sentences of the reply, in order and apart, and cites only sources that there are, for any texts', () => {
    const word = fc.constantFrom(
      'Ann',
      'port',
      '8443',
      'rent',
      'Lisbon',
      'the',
      'tea.',
      'is!',
      '\n',
      '。',
      '1,240',
      '…',
    );
    const text = fc.oneof(
      fc.array(word, { maxLength: 30 }).map((list) => list.join(' ')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 6 }), (reply, sources) => {
        const { sentences, beyond } = groundReply(reply, plain(sources));
        expect(groundReply(reply, plain(sources))).toEqual({ sentences, beyond });
        let last = 0;
        for (const { start, end, rests_on } of sentences) {
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          expect(reply.slice(start, end).trim()).toBe(reply.slice(start, end));
          expect(rests_on.length).toBeLessThanOrEqual(4);
          expect(new Set(rests_on.map(({ source }) => source)).size).toBe(rests_on.length);
          for (const { source, share } of rests_on) {
            expect(sources[source]).toBeDefined();
            expect(share).toBeGreaterThan(0);
            expect(share).toBeLessThanOrEqual(1);
          }
          last = end;
        }
      }),
    );
  });

  it('looks at 500 sentences and counts the others', () => {
    const reply = Array.from({ length: 503 }, (_, n) => `Line ${n} is here.`).join('\n');
    const { sentences, beyond } = groundReply(reply, []);
    expect([sentences.length, beyond]).toEqual([500, 3]);
  });
});
