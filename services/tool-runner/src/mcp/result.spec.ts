import type { CallToolResult } from '@modelcontextprotocol/client' with { 'resolution-mode': 'import' };
import { ToolError } from '@crumbtrail/tool-runtime';
import { outputOf } from './result';

const text = (value: string) => ({ type: 'text' as const, text: value });
const give = (result: Partial<CallToolResult>): unknown => outputOf({ content: [], ...result }, 'files__x');
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
  ])('is %s', (_, result, output) => {
    expect(give(result as Partial<CallToolResult>)).toEqual(output);
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
    [{ content: [], structuredContent: { why: 1 } }, /files__x failed: \{"why":1\}/],
    [{ content: [text('x'.repeat(9_000))] }, /^.{1,4100}$/],
  ])('is an error with the server’s message when the server reports an error', (result, message) => {
    expect(() => give({ ...result, isError: true } as Partial<CallToolResult>)).toThrow(ToolError);
    expect(() => give({ ...result, isError: true } as Partial<CallToolResult>)).toThrow(message);
  });
});
