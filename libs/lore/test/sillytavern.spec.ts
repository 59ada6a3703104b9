import { crc32 } from 'node:zlib';
import { validateContext } from '@crumbtrail/contracts';
import {
  activate,
  agentOfCard,
  cardFile,
  compileLore,
  exportCard,
  exportCardPng,
  exportLorebook,
  importCard,
  importCardPng,
  importLorebook,
  LoreTooLarge,
  sceneOfCard,
  updateCard,
} from '../src/index';
import { worldInfoEntry } from '@crumbtrail/testing';
import { keywordOfChunk, readPngChunks, textOfChunk } from '../src/sillytavern/png-chunks';
import { activeIds, inputOf, said } from './scene';

const worldInfo = {
  name: 'Lowen',
  entries: {
    '0': worldInfoEntry(0),
    '7': worldInfoEntry(7, {
      position: 4,
      depth: 0,
      role: 2,
      group: 'beasts, places',
      groupWeight: 300,
      sticky: 3,
      cooldown: 2,
      probability: 30,
    }),
    '8': worldInfoEntry(8, {
      keysecondary: ['gold', ''],
      selectiveLogic: 3,
      delayUntilRecursion: true,
      characterFilter: { isExclude: true, names: ['Lola'], tags: ['x'] },
    }),
    '9': { uid: 9, key: ['few fields'], content: '', anUnknownField: { deep: [1, 2] }, order: 'not a number' },
  },
  originalData: { anything: true },
};

const cardBook = {
  name: 'Book',
  scan_depth: 5,
  recursive_scanning: true,
  extensions: { theirs: 1 },
  entries: [
    {
      id: 3,
      keys: ['dragon'],
      secondary_keys: [],
      comment: 'c',
      content: 'content',
      constant: false,
      selective: false,
      insertion_order: 10,
      enabled: false,
      position: 'after_char',
      use_regex: true,
      extensions: {
        position: 4,
        depth: 2,
        role: 1,
        display_index: 1,
        selectiveLogic: 2,
        match_scenario: true,
        unknown: 'x',
      },
    },
    { keys: ['a'], content: 'b', extensions: {}, enabled: true, insertion_order: 1 },
  ],
};

const cardData = {
  name: 'Lola',
  description: '{{char}} keeps the inn. <script>alert(1)</script>',
  personality: 'kind',
  scenario: 'At the inn',
  first_mes: 'Welcome!',
  mes_example: '<START>\n{{user}}: Hi',
  creator_notes: 'notes',
  system_prompt: '',
  post_history_instructions: 'Stay in character.',
  alternate_greetings: ['Good evening.'],
  tags: ['inn'],
  creator: 'me',
  character_version: '1',
  extensions: { talkativeness: '0.5', depth_prompt: { prompt: 'Lola limps.', depth: 3, role: 'system' } },
  character_book: cardBook,
};
const cardV2 = { spec: 'chara_card_v2', spec_version: '2.0', name: 'Lola', data: cardData };
const cardV3 = {
  spec: 'chara_card_v3',
  spec_version: '3.0',
  data: { ...cardData, nickname: 'Lo', group_only_greetings: [], assets: [{ type: 'icon' }] },
};
const cardV1 = {
  name: 'Lola',
  description: 'd',
  personality: '',
  scenario: '',
  first_mes: 'hi',
  mes_example: '',
  avatar: 'none',
};

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
};
const pngOf = (...texts: (readonly [string, unknown])[]): Buffer =>
  Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0])),
    ...texts.map(([keyword, card]) =>
      chunk('tEXt', Buffer.from(`${keyword}\0${Buffer.from(JSON.stringify(card)).toString('base64')}`)),
    ),
    chunk('IEND', Buffer.alloc(0)),
  ]);

describe('lorebooks', () => {
  test.each([
    ['world info', worldInfo],
    ['the book of a card', cardBook],
  ])('%s: what is exported is what was imported, field by field', (_, file) => {
    expect(exportLorebook(importLorebook(JSON.stringify(file), 'lowen'))).toEqual(file);
  });

  test('every entry is valid, and means what the file says', () => {
    const { entries, warnings } = importLorebook(JSON.stringify(worldInfo), 'lowen');
    for (const entry of entries) expect(validateContext('lore.entry.v1', entry as never)).toEqual([]);
    expect(entries[0]).toMatchObject({
      id: '0',
      keys: ['dragon', '/wyrms?/i'],
      match_fields: ['description', 'scenario'],
      position: 'before',
    });
    expect(entries[1]).toMatchObject({
      position: 'at_depth',
      role: 'assistant',
      groups: ['beasts', 'places'],
      sticky: 3,
    });
    expect(entries[2]).toMatchObject({
      secondary_keys: ['gold'],
      logic: 'and_all',
      delay_until_recursion: 1,
      agents: { exclude: true },
    });
    expect(warnings).toEqual([
      'entry 9: order is not of the type that it should have, or too long (a key has at most 512 characters); it is kept for exports and has no effect',
    ]);
  });

  test('what was changed after the import is exported changed, and the rest as it was', () => {
    const { book, entries } = importLorebook(JSON.stringify(worldInfo), 'lowen');
    const changed = entries.map((entry) => (entry.id === '7' ? { ...entry, groups: ['other'], order: 5 } : entry));
    const expected = { ...worldInfo.entries['7'], group: 'other', order: 5 };
    expect(exportLorebook({ book, entries: changed })['entries']).toEqual({ ...worldInfo.entries, '7': expected });
  });

  test('an imported book is active as it says', () => {
    const { book, entries } = importLorebook(JSON.stringify(worldInfo), 'lowen');
    const lore = compileLore([{ book, entries, stratum: 'session' }]);
    expect(activeIds(activate(lore, inputOf({ messages: said('two wyrms') })))).toContain('0');
  });

  test.each([
    ['{', /not valid JSON/],
    ['[]', /no `entries`/],
    ['{"entries":{"0":null}}', /Entry 0 is not an object/],
    ['{"entries":{},"__proto__":{"polluted":1}}', /__proto__ is not allowed/],
    [JSON.stringify({ entries: [{ keys: [], content: 'x'.repeat(70_000) }] }), /70000 characters; the most is 65536/],
  ])('refuses %.40s', (text, message) => {
    expect(() => importLorebook(text, 'b')).toThrow(message);
  });

  test.each([
    ['/(a+)\\1/', /cannot be matched in linear time/],
    ['/((/i', /is not a regular expression: Unterminated group/],
  ])('the regular expression %s switches its entry off, with the reason', (key, reason) => {
    const file = JSON.stringify({ entries: { '0': worldInfoEntry(0, { key: [key] }) } });
    const { entries, warnings } = importLorebook(file, 'b');
    expect(entries[0]?.enabled).toBe(false);
    expect(warnings[0]).toMatch(reason);
  });

  test('10 MB of keys are refused before anything is built of them', () => {
    const key = ['x'.repeat(500)];
    const entries = Object.fromEntries(
      Array.from({ length: 19_000 }, (_, n) => [n, worldInfoEntry(n, { key: [`${key}${n}`] })]),
    );
    const read = importLorebook(JSON.stringify({ entries }), 'b');
    expect(() => compileLore([{ ...read, stratum: 'workspace' }])).toThrow(LoreTooLarge);
  });
});

describe('cards', () => {
  test.each([
    ['1', cardV1],
    ['2', cardV2],
    ['3', cardV3],
  ])('version %s: what is exported is what was imported, as JSON and in a picture', (_, card) => {
    expect(exportCard(importCard(JSON.stringify(card), 'lola'))).toEqual(card);
    const written = exportCardPng(pngOf(), importCard(JSON.stringify(card), 'lola'));
    expect(exportCard(importCardPng(written, 'lola'))).toEqual(card);
  });

  test('a card becomes an agent, a scene, a book and greetings, with its markup as text', () => {
    const card = importCard(JSON.stringify(cardV2), 'lola');
    expect(agentOfCard(card, 'lola')).toMatchObject({
      agent: 'lola',
      name: 'Lola',
      persona: expect.stringContaining('<script>alert(1)</script>'),
    });
    const scene = sceneOfCard(card, 'lola');
    expect(validateContext('scene.v1', scene as never)).toEqual([]);
    expect(scene).toMatchObject({
      scenario: 'At the inn',
      lore: { books: ['lola'] },
      injections: [{ text: 'Lola limps.', depth: 3 }, { depth: 0 }],
    });
    expect(card.greetings).toEqual(['Welcome!', 'Good evening.']);
    expect(card.book?.entries[0]).toMatchObject({ id: '3', enabled: false, position: 'at_depth', role: 'user' });
  });

  test.each([cardV1, cardV2, cardV3])('what is stored of a card gives it back, with what was changed since', (file) => {
    const card = importCard(JSON.stringify(file), 'lola');
    const stored = importCard(JSON.stringify(cardFile(card)), 'lola');
    const definition = agentOfCard(card, 'lola');
    const scene = sceneOfCard(card, 'lola');
    const { book } = card;
    expect(exportCard(updateCard(stored, { definition, scene, book }))).toEqual(file);
    const changed = updateCard(stored, {
      definition: { ...definition, name: 'Iris', persona: 'Sleepy.' },
      scene: { ...scene, scenario: 'At sea', injections: [] },
      book,
    });
    expect(changed.texts).toMatchObject({ name: 'Iris', description: 'Sleepy.', scenario: 'At sea' });
    expect([changed.texts.personality, changed.note]).toEqual([undefined, null]);
  });

  test('macros of a card become those of a definition', () => {
    const data = {
      ...cardData,
      system_prompt: '{{original}} Be {{random::shy::bold}}.',
      description: '{{random: a, b}}',
    };
    const { prompt, persona } = agentOfCard(importCard(JSON.stringify({ ...cardV2, data }), 'lola'), 'lola');
    expect([prompt, persona]).toEqual(['Be {{pick::shy::bold}}.', expect.stringContaining('{{pick: a, b}}')]);
  });

  test('of two cards in a picture, the newer version is read', () => {
    expect(importCardPng(pngOf(['chara', cardV2], ['ccv3', cardV3]), 'b').version).toBe(3);
  });

  test('a picture holds a card of version 3 also as version 2, for programs that know no other', () => {
    const file = exportCardPng(pngOf(), importCard(JSON.stringify(cardV3), 'b'));
    const held = readPngChunks(file).flatMap((chunk) => {
      const keyword = keywordOfChunk(chunk);
      if (keyword === undefined) return [];
      return [[keyword, JSON.parse(Buffer.from(textOfChunk(chunk), 'base64').toString('utf8')) as unknown]];
    });
    expect(held).toEqual([
      ['chara', { ...cardV3, spec: 'chara_card_v2', spec_version: '2.0' }],
      ['ccv3', cardV3],
    ]);
  });

  const whole = pngOf(['chara', cardV2]);
  const damaged = Buffer.from(whole);
  damaged[60] = (damaged[60] as number) ^ 1;
  test.each([
    ['no picture', Buffer.from('GIF89a'), /not a PNG/],
    ['a picture that is cut off', whole.subarray(0, 200), /cut off/],
    ['a picture whose checksum is wrong', damaged, /checksum/],
    ['a picture without a card', pngOf(), /no character card/],
    [
      'a picture whose card is not JSON',
      Buffer.concat([
        pngOf().subarray(0, 33),
        chunk('tEXt', Buffer.from('chara\0e30x')),
        chunk('IEND', Buffer.alloc(0)),
      ]),
      /not valid JSON|no name/,
    ],
  ])('refuses %s', (_, file, message) => {
    expect(() => importCardPng(file, 'b')).toThrow(message);
  });
});
