import { toServerFields, NO_SERVER, toServerDraft } from './server-draft';
import type { ShownServer } from './use-mcp-servers';

describe('the form of an MCP server', () => {
  const headers = { Authorization: 'Bearer {{secret ISSUES_TOKEN}}', 'X-Zone': 'eu:1' };
  const saved = { name: 'issues', from: 'settings', state: 'disabled', tools: [] } as unknown as ShownServer;

  test('keeps a saved address with its headers and time limit as they are', () => {
    const server: ShownServer = {
      ...saved,
      kind: 'http',
      url: 'https://mcp.example.com/mcp',
      headers,
      timeout_ms: 500,
    };
    expect(toServerDraft(toServerFields(server))).toEqual([
      'issues',
      { url: 'https://mcp.example.com/mcp', headers, timeout_ms: 500, disabled: true },
    ]);
  });

  test('keeps a saved command with arguments that have spaces as they are', () => {
    const server: ShownServer = { ...saved, kind: 'stdio', command: 'node', args: ['a b.js', '--port=1'] };
    expect(toServerDraft(toServerFields(server))).toEqual([
      'issues',
      { command: 'node', args: ['a b.js', '--port=1'], disabled: true },
    ]);
  });

  test('leaves out what is empty', () => {
    expect(toServerDraft({ ...NO_SERVER, name: ' issues ', url: ' https://mcp.example.com/mcp ' })).toEqual([
      'issues',
      { url: 'https://mcp.example.com/mcp' },
    ]);
  });
});
