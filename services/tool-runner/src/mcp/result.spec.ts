import { ToolError } from '@crumbtrail/tool-runtime';
import { outputOf, type ServerResult } from './result';

const text = (value: string) => ({ type: 'text' as const, text: value });
const give = (result: ServerResult): unknown => outputOf({ content: [], ...result }, 'files__x');
const base64 = Buffer.from('x'.repeat(1000)).toString('base64');

describe('the result of an MCP tool', () => {
  it.each([
    ['one text as it is', { content: [text('a "b"\nc')] }, 'a "b"\nc'],
    ['several texts as lines', { content: [text('a'), text('b')] }, 'a\nb'],
    ['JSON in a text as JSON', { content: [text(' {"a": [1, null]}')] }, { a: [1, null] }],
    ['a text that only looks like JSON as it is', { content: [text('[draft] hello')] }, '[draft] hello'],
    [
      'JSON with numbers too long to keep as text',
      { content: [text('[12345678901234567890]')] },
      '[12345678901234567890]',
    ],
    ['a structured result', { content: [text('{"a":1}')], structuredContent: { a: 1 } }, { a: 1 }],
    ['nothing', {}, ''],
    ['the others where a text is missing', { content: [text('ok'), { type: 'text', text: null }] }, 'ok\n'],
    ['JSON where a text is none', { content: [{ type: 'text', text: 5 }] }, '5'],
    ['a text that is no part', { content: ['ok'] }, 'ok'],
    ['a text that is no list', { content: 'ok' }, 'ok'],
    ['text beside a structured result that is null', { content: [text('ok')], structuredContent: null }, 'ok'],
    ['a structured list', { content: [], structuredContent: [1, 2] }, [1, 2]],
    ['what the first revision of the protocol calls toolResult', { toolResult: { a: 1 } }, { a: 1 }],
    [
      'a part of a kind that is not known beside the others',
      { content: [text('ok'), { type: 'video', uri: 'x:y' }] },
      { content: [text('ok'), { type: 'video', uri: 'x:y' }] },
    ],
    [
      'a picture without type or data by its kind',
      { content: [{ type: 'image', data: 'AAAA' }, { type: 'image', mimeType: 'image/png' }, { type: 'resource' }] },
      {
        content: [
          { type: 'image', bytes: 3, note: 'binary, not shown' },
          { type: 'image', mime_type: 'image/png', note: 'without data' },
          { type: 'resource', note: 'without data' },
        ],
      },
    ],
  ])('is %s', (_, result, output) => {
    expect(give(result as ServerResult)).toEqual(output);
  });

  it('names binary parts with their size and never includes them', () => {
    const output = give({
      content: [
        text('see'),
        { type: 'image', mimeType: 'image/png', data: base64 },
        { type: 'audio', mimeType: 'audio/wav', data: base64 },
        { type: 'resource', resource: { uri: 'file:///a', mimeType: 'x/y', blob: base64 } },
        { type: 'resource', resource: { uri: 'file:///b', text: 'words' } },
        { type: 'resource_link', uri: 'file:///c', name: 'c' },
      ],
    });
    expect(output).toEqual({
      content: [
        text('see'),
        { type: 'image', mime_type: 'image/png', bytes: 1000, note: 'binary, not shown' },
        { type: 'audio', mime_type: 'audio/wav', bytes: 1000, note: 'binary, not shown' },
        { type: 'resource', uri: 'file:///a', mime_type: 'x/y', bytes: 1000, note: 'binary, not shown' },
        { type: 'resource', uri: 'file:///b', text: 'words' },
        { type: 'resource_link', uri: 'file:///c', name: 'c' },
      ],
    });
  });

  it.each([
    [{ content: [text('no such file')] }, /files__x failed: no such file/],
    [{ content: 'no such file', isError: 'true' }, /files__x failed: no such file/],
    [{ content: [], structuredContent: { why: 1 } }, /files__x failed: \{"why":1\}/],
    [{ content: [text('too many')], structuredContent: { retry_after: 30 } }, /too many\n\{"retry_after":30\}$/],
    [
      { content: [text('{"retry_after": 30}')], structuredContent: { retry_after: 30 } },
      /failed: \{"retry_after": 30\}$/,
    ],
    [{ content: [text('x'.repeat(9_000))] }, /^.{1,4100}$/],
  ])('is an error with the server’s message when the server reports an error', (result, message) => {
    expect(() => give({ isError: true, ...result } as ServerResult)).toThrow(ToolError);
    expect(() => give({ isError: true, ...result } as ServerResult)).toThrow(message);
  });
});
