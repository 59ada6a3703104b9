import { decodePage } from './decode-page';

const latin1 = (text: string) => Buffer.from(text, 'latin1');

describe('the text of a page', () => {
  it.each([
    ['by the header', latin1('café'), 'text/html; charset=ISO-8859-1', 'café'],
    [
      'with the characters that Windows-1252 has besides',
      latin1('\x8020 \x93now\x94'),
      'text/html; charset=windows-1252',
      '€20 “now”',
    ],
    ['by a quoted header', latin1('café'), 'text/html; charset="latin1"', 'café'],
    [
      'by a meta element',
      latin1('<meta charset="windows-1252">café'),
      'text/html',
      '<meta charset="windows-1252">café',
    ],
    ['by its byte order mark', Buffer.from('\uFEFFcafé', 'utf16le'), 'text/html; charset=utf-8', 'café'],
    ['as UTF-8 else', Buffer.from('café'), 'text/html', 'café'],
    ['as UTF-8 where the encoding is unknown', Buffer.from('café'), 'text/html; charset=klingon', 'café'],
  ])('is decoded %s', (_how, bytes, contentType, text) => {
    expect(decodePage(bytes, contentType)).toBe(text);
  });
});
