import { createHash } from 'node:crypto';
import { hideBinary } from './hide-binary';

/** Bytes without a pattern, the same in every run. */
const bytes = (length: number): Buffer =>
  Buffer.concat(Array.from({ length: Math.ceil(length / 32) }, (_, i) => createHash('sha256').update(`${i}`).digest()));
const base64 = bytes(3_200).toString('base64');
const inLines = base64.replace(/(.{76})/g, '$1\n');

describe('binary data in a result of an MCP server', () => {
  it.each([
    [
      'an image part',
      { type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' },
      { type: 'image', data: '[binary, not shown: image/png, 8 bytes]', mimeType: 'image/png' },
    ],
    [
      'an audio part in a list',
      { content: [{ type: 'audio', data: base64, mimeType: 'audio/wav' }] },
      { content: [{ type: 'audio', data: '[binary, not shown: audio/wav, 3200 bytes]', mimeType: 'audio/wav' }] },
    ],
    [
      'the blob of a resource',
      { type: 'resource', resource: { uri: 'file:///a', mimeType: 'x/y', blob: 'VGhl' } },
      { type: 'resource', resource: { uri: 'file:///a', mimeType: 'x/y', blob: '[binary, not shown: x/y, 3 bytes]' } },
    ],
    [
      'a field of any name',
      { rows: [{ thumbnail: base64, mime_type: 'image/webp' }] },
      { rows: [{ thumbnail: '[binary, not shown: image/webp, 3200 bytes]', mime_type: 'image/webp' }] },
    ],
    [
      'a data URL within a text',
      `![x](data:image/gif;base64,${base64})`,
      '![x]([binary, not shown: image/gif, 3200 bytes])',
    ],
    ['base64 in lines', { file: inLines }, { file: '[binary, not shown: 3200 bytes]' }],
    ['base64 for URLs', bytes(3_200).toString('base64url'), '[binary, not shown: 3200 bytes]'],
  ])('is named with its type and size, and never included: %s', (_, given, expected) => {
    expect(hideBinary(given)).toEqual(expected);
  });

  it.each([
    ['a signature', { signature: bytes(512).toString('base64') }],
    ['a certificate', `-----BEGIN CERTIFICATE-----\n${inLines}\n-----END CERTIFICATE-----`],
    ['a long sequence', 'ACGT'.repeat(1_000)],
    ['a text named data', { type: 'row', data: 'the words', mimeType: 'text/plain' }],
    ['a list of names', 'Readme1\nindex2\n'.repeat(500)],
    ['numbers, null and true', { n: 1, nothing: null, yes: true, list: [[1]] }],
  ])('is not seen in what a model can read: %s', (_, given) => {
    expect(hideBinary(given)).toEqual(given);
  });

  it('is found in 20 MB of text without running out of stack', () => {
    const long = Buffer.alloc(20_000_000, bytes(3_200)).toString('base64');
    expect(hideBinary(long)).toBe('[binary, not shown: 20000000 bytes]');
    expect(hideBinary(long.replace(/(.{76})/g, '$1\n'))).toBe('[binary, not shown: 20000000 bytes]');
  });
});
