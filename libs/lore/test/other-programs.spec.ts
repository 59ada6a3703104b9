import { crc32, deflateSync } from 'node:zlib';
import {
  exportCard,
  exportCardPng,
  exportLorebook,
  importCard,
  importCardPng,
  importLorebook,
  sceneOfCard,
  updateCard,
  agentOfCard,
  warningsOfCard,
} from '../src/index';
import { activeIds, run, said } from './scene';

const importBook = (file: unknown): ReturnType<typeof importLorebook> =>
  importLorebook(JSON.stringify(file), 'harbour');
const cardBook = (entries: unknown[]): ReturnType<typeof importLorebook> => importBook({ entries });

describe('lorebooks of other programs', () => {
  it('reads text, keys and switch of an entry of NovelAI, and says what was left out', () => {
    const { entries, warnings } = importBook({
      lorebookVersion: 5,
      entries: [
        {
          text: 'Ash sleeps.',
          displayName: 'Ash',
          keys: ['dragon'],
          enabled: false,
          contextConfig: { budgetPriority: 7 },
        },
      ],
    });
    expect(entries[0]).toMatchObject({
      content: 'Ash sleeps.',
      keys: ['dragon'],
      comment: 'Ash',
      enabled: false,
      order: 7,
    });
    expect(warnings).toEqual([expect.stringContaining('one of NovelAI')]);
  });

  it('reads text, keywords and switch of an entry of Agnai', () => {
    const { entries } = importBook({
      kind: 'memory',
      entries: [{ name: 'Ash', entry: 'Ash sleeps.', keywords: ['dragon'], enabled: true }],
    });
    expect(entries[0]).toMatchObject({ content: 'Ash sleeps.', keys: ['dragon'], comment: 'Ash', enabled: true });
  });

  it('reads entries by their fields, whether they are a list or an object', () => {
    const listed = cardBook([{ key: ['dragon'], content: 'a', disable: true }]);
    expect(listed.entries[0]).toMatchObject({ keys: ['dragon'], content: 'a', enabled: false });
    const named = importBook({ entries: { 0: { keys: ['dragon'], content: 'a', enabled: false } } });
    expect(named.entries[0]).toMatchObject({ keys: ['dragon'], content: 'a', enabled: false });
  });

  it('reads a lorebook of its own of version 3, whose entries are in its data', () => {
    const data = { name: 'Harbour', entries: [{ keys: ['dragon'], content: 'Ash sleeps.', enabled: true }] };
    const { entries, book } = importBook({ spec: 'lorebook_v3', data });
    expect([book.title, entries[0]?.content]).toEqual(['Harbour', 'Ash sleeps.']);
  });

  it('refuses a file whose entries have no text that it can read', () => {
    expect(() => cardBook([{ words: ['dragon'], body: 'a' }])).toThrow('none of its entries has a `content`');
  });

  it('switches off an entry that cannot be stored, keeps the others, and exports it as it was', () => {
    const broken = { keys: ['/(?<!sea )serpent/i'], content: 'Serpents swim.', enabled: true };
    const book = cardBook([broken, { keys: ['dragon'], content: 'a' }]);
    expect(book.entries.map(({ enabled, content }) => [enabled, content])).toEqual([
      [false, ''],
      [undefined, 'a'],
    ]);
    expect(book.warnings).toEqual([expect.stringContaining('entry 0: /keys/0')]);
    expect(exportLorebook(book)['entries']).toEqual([broken, { keys: ['dragon'], content: 'a' }]);
  });
});

describe('use_regex of a card of version 3', () => {
  it('makes a key a regular expression, or a plain text that looks like one', () => {
    const entries = [
      { keys: ['^dragons?$'], content: 'a', use_regex: true },
      { keys: ['^Ash$'], content: 'a', use_regex: true, case_sensitive: true },
      { keys: ['/usr/bin/'], content: 'a', use_regex: false },
    ];
    const book = cardBook(entries);
    expect(book.entries.map(({ keys }) => keys)).toEqual([['/^dragons?$/i'], ['/^Ash$/'], ['/\\/usr\\/bin\\//i']]);
    expect(exportLorebook(book)['entries']).toEqual(entries);
  });

  it('changes no key of an entry that SillyTavern wrote, which sets it for every entry', () => {
    const book = cardBook([{ keys: ['Mr. X'], content: 'a', use_regex: true, extensions: { display_index: 0 } }]);
    expect(book.entries[0]?.keys).toEqual(['Mr. X']);
  });
});

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

const picture = (...chunks: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), ...chunks, chunk('IEND', Buffer.alloc(0))]);

const encodedCard = (name: string): Buffer =>
  Buffer.from(Buffer.from(JSON.stringify({ name, description: 'a keeper' })).toString('base64'));

describe('cards in pictures', () => {
  const compressed = (keyword: string, name: string): Buffer =>
    chunk('zTXt', Buffer.concat([Buffer.from(`${keyword}\0\0`), deflateSync(encodedCard(name))]));
  const international = (isCompressed: boolean): Buffer => {
    const text = isCompressed ? deflateSync(encodedCard('Mira')) : encodedCard('Mira');
    return chunk('iTXt', Buffer.concat([Buffer.from(`chara\0${isCompressed ? '\u0001' : '\0'}\0en\0card\0`), text]));
  };

  it.each([
    ['zTXt', compressed('chara', 'Mira')],
    ['iTXt', international(false)],
    ['compressed iTXt', international(true)],
  ])('reads a card in a chunk of the kind %s', (_, card) => {
    expect(importCardPng(picture(card), 'book').texts.name).toBe('Mira');
  });

  it('reads the newer of two cards, and leaves none of both in an exported picture', () => {
    const plain = chunk('tEXt', Buffer.concat([Buffer.from('chara\0'), encodedCard('Old')]));
    const both = picture(plain, compressed('ccv3', 'New'));
    const card = importCardPng(both, 'book');
    expect(card.texts.name).toBe('New');
    const exported = exportCardPng(both, { ...card, texts: { ...card.texts, name: 'Newest' } });
    expect(importCardPng(exported, 'book').texts.name).toBe('Newest');
    expect(exported.toString('latin1')).not.toContain('ccv3\0\0');
  });

  it('says that a compressed text is damaged', () => {
    const damaged = chunk('zTXt', Buffer.from('chara\0\0no zlib'));
    expect(() => importCardPng(picture(damaged), 'book')).toThrow('A compressed text of the picture cannot be read');
  });
});

describe('cards of other programs', () => {
  const read = (file: unknown): ReturnType<typeof importCard> => importCard(JSON.stringify(file), 'book');

  it('reads persona and greeting of a card of Agnai and of text-generation-webui', () => {
    const agnai = {
      name: 'Mira',
      persona: { kind: 'attributes', attributes: { mood: ['calm', 'dry'] } },
      greeting: 'Hello.',
    };
    expect(read(agnai)).toMatchObject({ texts: { description: 'mood: calm, dry' }, greetings: ['Hello.'] });
    const webui = { name: 'Mira', context: 'Mira keeps the light.', greeting: 'Hello.' };
    expect(read(webui)).toMatchObject({ texts: { description: 'Mira keeps the light.' }, greetings: ['Hello.'] });
  });

  it('refuses a file that has a name and no text of a character', () => {
    expect(() => read({ name: 'package', version: '1.0.0' })).toThrow('no text of a character');
  });

  it('removes {{original}} from what follows the conversation, and exports it unless that was changed', () => {
    const card = read({ name: 'Mira', description: 'a', post_history_instructions: '{{original}} Be brief.' });
    const scene = sceneOfCard(card, 'mira');
    expect(scene.injections?.[0]?.text).toBe('Be brief.');
    const same = updateCard(card, { definition: agentOfCard(card, 'mira'), scene, book: null });
    expect(exportCard(same)['post_history_instructions']).toBe('{{original}} Be brief.');
  });
});

describe('macros of a card that have no place in a definition or scene', () => {
  const card = importCard(
    JSON.stringify({
      name: 'Mira',
      description: 'It is {{time}} and {{char}} rolls {{roll:1d6}}. {{nonsense}}',
      scenario: 'A harbour. {{getvar::x}}',
      post_history_instructions: 'Be brief, {{user}}. {{#if}}',
    }),
    'mira',
  );

  it('stand there as they are written, and are named', () => {
    expect(agentOfCard(card, 'mira').persona).toBe(
      String.raw`It is \{{time}} and {{char}} rolls \{{roll:1d6}}. \{{nonsense}}`,
    );
    const scene = sceneOfCard(card, 'mira');
    expect(scene.scenario).toBe(String.raw`A harbour. \{{getvar::x}}`);
    expect(scene.injections?.[0]?.text).toBe(String.raw`Be brief, {{user}}. \{{#if}}`);
    expect(warningsOfCard(card).map((warning) => warning.slice(0, 24))).toEqual([
      expect.stringContaining('persona: {{nonsense}}'),
      expect.stringContaining('persona: {{time}}'),
      expect.stringContaining('persona: {{roll:1d6}}'),
      expect.stringContaining('scenario: {{getvar::x}}'),
      expect.stringContaining('closing: {{#if}}'),
    ]);
  });

  it('are exported as they were', () => {
    const same = updateCard(card, {
      definition: agentOfCard(card, 'mira'),
      scene: sceneOfCard(card, 'mira'),
      book: null,
    });
    expect(exportCard(same)).toEqual(exportCard(card));
  });
});

describe('keys that are regular expressions of JavaScript', () => {
  const isActive = (key: string, content: string): boolean => {
    const { entries, warnings } = cardBook([{ keys: [key], content: 'a', enabled: true }]);
    expect(warnings).toEqual([]);
    return activeIds(run(entries, { messages: said(content) })).length === 1;
  };

  it.each([
    [String.raw`/\p{Script=Han}{2}/u`, '見て、倉庫だ'],
    [String.raw`/\p{Letter}\d/u`, 'å7'],
    [String.raw`/red\sdragon/`, 'a red\u3000dragon'],
    [String.raw`/red[\s-]dragon/`, 'a red\u00a0dragon'],
    ['/dragon/v', 'a dragon'],
  ])('%s finds %j', (key, text) => {
    expect(isActive(key, text)).toBe(true);
  });
});
