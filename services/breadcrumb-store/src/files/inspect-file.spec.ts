import { MAX_FILE_BYTES } from '@crumbtrail/contracts';
import { writePngChunks } from '@crumbtrail/lore';
import { encode } from 'iconv-lite';
import { inspectFile as inspect, type ClaimedFile } from './inspect-file';
import { PdfTexts } from './pdf/pdf-text';
import { showFile } from './show-file';

const png = (width: number, height: number, more = ['IDAT', 'IEND']): Buffer => {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return writePngChunks([{ type: 'IHDR', data: header }, ...more.map((type) => ({ type, data: Buffer.alloc(0) }))]);
};
const JPEG = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0001108007b01c803ffd9', 'hex');
const GIF = Buffer.concat([Buffer.from('GIF89a'), Buffer.from('2c01c8003b', 'hex')]);
const WEBP = Buffer.from('524946461600000057454250' + '56503858' + '2e'.repeat(8) + '7f02008f0100', 'hex');
const broken = (bytes: Buffer, at: number): Buffer => Buffer.from(bytes).fill(bytes.readUInt8(at) ^ 1, at, at + 1);

const inspectFile = (bytes: Buffer, claimed: ClaimedFile) => inspect(bytes, claimed, new PdfTexts());

describe('inspectFile', () => {
  it.each([
    ['png', png(640, 480), { type: 'image/png', width: 640, height: 480 }],
    ['jpeg', JPEG, { type: 'image/jpeg', width: 456, height: 123 }],
    ['gif', GIF, { type: 'image/gif', width: 300, height: 200 }],
    ['webp', WEBP, { type: 'image/webp', width: 640, height: 400 }],
  ])('finds type and size of a %s picture in its header', async (name, bytes, facts) => {
    expect(await inspectFile(bytes, { name })).toEqual({ ...facts, bytes: bytes.length, text: null });
  });

  it.each([
    ['a.md', undefined, 'text/markdown'],
    ['a.csv', undefined, 'text/csv'],
    ['a.json', 'application/json; charset=utf-8', 'application/json'],
    ['a', 'text/x-log', 'text/x-log'],
    ['a', undefined, 'text/plain'],
  ])('takes %s, claimed to be %s, as %s', async (name, type, found) => {
    expect(await inspectFile(Buffer.from('{}'), { name, type })).toMatchObject({ type: found, text: '{}' });
  });

  it.each([
    ['a log with colours', Buffer.from('\u001b[31merror\u001b[0m 7'), 'error 7'],
    ['a text with one control character', Buffer.from('a\u0001b'), 'ab'],
    ['UTF-16, little-endian', Buffer.from('\ufeffÅse;1\n', 'utf16le'), 'Åse;1\n'],
    ['UTF-16, big-endian', Buffer.from('\ufeffÅse;1\n', 'utf16le').swap16(), 'Åse;1\n'],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffÅse;1\n'), 'Åse;1\n'],
  ])('reads %s as its text', async (_what, bytes, text) => {
    expect(await inspectFile(bytes, { name: 'a.csv' })).toEqual({ type: 'text/csv', bytes: bytes.length, text });
  });

  it.each([
    ['windows-1252', 'Name;Gebühr\nMüller GmbH für Öfen;7,50 €\nGroße Straße;12,00 €\n'],
    ['windows-1252', 'naïve café\n'],
    ['windows-1252', 'Où est la clé ? À côté de la fenêtre.'],
    ['windows-1254', 'İsim;Şehir\nAyşe;İstanbul\nGüler;Çeşme'],
    ['windows-1250', 'Gdzie jest klucz? Za żółtymi drzwiami, przy ścianie.'],
    ['windows-1251', 'Имя;Цена\nЧай;3\n'],
    ['koi8-r', 'Ключи от сарая висят за синей дверью.'],
    ['windows-1256', 'المفتاح خلف الباب الأزرق.'],
    ['cp932', '商品名,価格\n緑茶,三百円\n'],
    ['gb18030', '名称,价格\n绿茶,三元\n'],
    ['cp949', '창고 열쇠는 파란 문 뒤에 있습니다.'],
    ['big5', '倉庫的鑰匙掛在藍色的門後面。'],
  ])('reads text in %s that claims to be text, and says so', async (encoding, text) => {
    const bytes = encode(text, encoding);
    expect(await inspectFile(bytes, { name: 'a.csv' })).toEqual({
      type: 'text/csv',
      bytes: bytes.length,
      text,
      encoding,
    });
    await expect(inspectFile(bytes, { name: 'a' })).rejects.toMatchObject({ code: 'unsupported_media_type' });
  });

  it('says of a text in no known encoding how to save it', async () => {
    const bytes = Buffer.from([0x61, 0xff, 0, 1, 2, 3]);
    await expect(inspectFile(bytes, { name: 'a.csv' })).rejects.toThrow('save it again in UTF-8');
  });

  it('refuses text that is mostly control characters', async () => {
    const bytes = Buffer.from('a\u0001\u0002b');
    await expect(inspectFile(bytes, { name: 'x' })).rejects.toMatchObject({ code: 'unsupported_media_type' });
  });

  it.each([
    ['an empty file', Buffer.alloc(0), undefined, 'invalid_payload'],
    ['a file that is too large', Buffer.alloc(MAX_FILE_BYTES + 1, 'a'), undefined, 'too_large'],
    ['a picture whose header promises more pixels than memory can take', png(60_000, 60_000), undefined, 'too_large'],
    ['a picture without pixels', png(0, 5), undefined, 'invalid_payload'],
    ['a picture of another type than claimed', png(1, 1), 'image/jpeg', 'invalid_payload'],
    ['text that claims to be a picture', Buffer.from('hello'), 'image/png', 'invalid_payload'],
    ['text that claims to be SVG', Buffer.from('<svg/>'), 'image/svg+xml', 'invalid_payload'],
    ['bytes that are no text', Buffer.from([0xff, 0xfe, 1]), undefined, 'unsupported_media_type'],
    ['text with control characters', Buffer.from('a\0b'), 'text/plain', 'unsupported_media_type'],
    ['a PNG that is nothing but its signature', png(1, 1).subarray(0, 8), 'image/png', 'invalid_payload'],
    ['a PNG that is cut off', png(1, 1).subarray(0, 40), 'image/png', 'invalid_payload'],
    ['a PNG with a wrong checksum', broken(png(1, 1), 30), 'image/png', 'invalid_payload'],
    ['a PNG without pixels', png(1, 1, ['IEND']), 'image/png', 'invalid_payload'],
    ['a JPEG that is cut off', JPEG.subarray(0, -2), 'image/jpeg', 'invalid_payload'],
    ['a GIF that is cut off', GIF.subarray(0, -1), undefined, 'invalid_payload'],
    ['a WebP that is cut off', WEBP.subarray(0, -1), undefined, 'invalid_payload'],
  ])('refuses %s', async (_what, bytes, type, code) => {
    await expect(inspectFile(bytes, { name: 'x', type })).rejects.toMatchObject({ code });
  });
});

describe('showFile', () => {
  it('shows a picture as one line, and text with its name, cut where there is no room', () => {
    const picture = { type: 'image/png', bytes: 83_000, width: 640, height: 480, text: null };
    expect(showFile('cat.png', picture, 0)).toBe('[picture: cat.png, 640×480, 81 kB]');
    const text = { type: 'text/plain', bytes: 5, text: 'hello' };
    expect(showFile('a.txt', text, 9)).toBe('[file: a.txt, 5 bytes]\nhello\n[end of a.txt]');
    expect(showFile('a.txt', text, 2)).toBe('[file: a.txt, 5 bytes]\nhe\n[a.txt goes on]');
  });

  it.each([
    'text/html\r\nX: y',
    'text/html\n',
    'text/plain; a=b\r\nX: y',
    'text/',
    '/plain',
    'text',
    '',
    'text/pl ain',
    'text/plain/x',
    'text/plain, text/html',
    'text/plain\u0000',
    'text/\u200bplain',
    'tëxt/plain',
  ])('refuses %j, which is no media type', async (type) => {
    await expect(inspectFile(Buffer.from('hello'), { name: 'x', type })).rejects.toMatchObject({
      code: 'invalid_payload',
      message: expect.stringContaining('is no media type') as string,
    });
  });
});
