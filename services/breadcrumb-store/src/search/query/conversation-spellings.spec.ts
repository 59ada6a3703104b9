import type { RankableText } from '../rank/question';
import { TextList } from '../rank/text-list';
import { analyseText } from '@crumbtrail/text';
import { findConversationSpellings } from './conversation-spellings';

const toText = (text: string): RankableText =>
  ({
    terms: new Map(analyseText(text).flatMap(({ keys }) => keys.map((key) => [key, 1] as const))),
  }) as unknown as RankableText;
const conversation = new TextList<RankableText>(
  ['Left my umbrella in the cinema, row F.', 'Водоинсталатер се зове Драган.', 'The choir votes on Friday.'].map(
    toText,
  ),
);
const find = (query: string, stems: readonly (readonly [string, number])[] = []): string[] =>
  findConversationSpellings(conversation, { query, stems }).map(({ stem }) => stem);

test('a misspelt word is corrected by the conversation, though a text of the workspace has it in another language', () => {
  expect(find('did I leave my umbrela', [['umbrela', 1]])).toContain('umbrella');
});

test('a word with its second and third letters the other way round is a misspelling, too', () => {
  expect(find('where is my ubmrella')).toContain('umbrella');
  expect(find('who sings in the cohir')).toContain('choir');
});

test('a word that many texts of the workspace have is not taken for a misspelling', () => {
  expect(find('what did the choirs sing', [['choir', 9]])).toEqual([]);
  expect(find('where is the umbrela', [['umbrela', 9]])).toEqual([]);
});

test('a word in the other script finds that of the conversation, though other texts of the workspace have it as it is written', () => {
  expect(find('kako se zove vodoinstalater?', [['vodoinstalater', 5]])).toEqual(
    expect.arrayContaining([expect.stringMatching(/^водоинстал/)]),
  );
});

test('a word that the conversation has stands for itself', () => {
  expect(find('umbrella')).toEqual([]);
});
