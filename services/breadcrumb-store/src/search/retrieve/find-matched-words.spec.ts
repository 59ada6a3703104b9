import { readQuestionKeys } from '@crumbtrail/text';
import { findMatchedWords } from './find-matched-words';

const find = (text: string, query: string): string[] =>
  findMatchedWords(text, new Set(readQuestionKeys(query).map(({ key }) => key)));

test.each([
  ['The printers were repaired by Olaf.', 'Who repairs the printer?', ['printers', 'repaired']],
  ['Die Drucker wurden von Olaf repariert.', 'Wer hat den Drucker reparieren lassen?', ['Drucker', 'repariert']],
  ['Las impresoras fueron reparadas.', 'impresora', ['impresoras']],
  ['昨日、大阪駅に行きました。', '大阪', ['大阪']],
  ['Uploads are limited in /etc/nginx/upload.conf.', 'upload.conf', ['Uploads', 'etc/nginx/upload.conf']],
  ['The door is blue.', 'Who repaired the printer?', []],
])('the words of %j that %j finds are those of its forms', (text, query, words) => {
  expect(find(text, query)).toEqual(words);
});
