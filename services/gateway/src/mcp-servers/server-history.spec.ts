import type { Envelope, McpConnectionV1 } from '@crumbtrail/contracts';
import { toServerChanges } from './server-history';

const url = 'https://mcp.example.com/mcp';

function changes(...contexts: Partial<McpConnectionV1>[]): (readonly string[])[] {
  const versions = contexts.map((context, nth) => ({
    version: nth + 1,
    updated_at: '2026-01-01T00:00:00.000Z',
    author: { kind: 'user', id: 'ann' },
    context: { name: 'issues', ...context },
  }));
  return toServerChanges(versions as unknown as Envelope<McpConnectionV1>[]).map((one) => one.changes);
}

describe('the history of an MCP server', () => {
  test('says what each version changed, the latest first', () => {
    const headers = { Authorization: 'Bearer {{secret ISSUES_TOKEN}}' };
    expect(
      changes({ url }, { url, headers, timeout_ms: 60_000 }, { url, headers, timeout_ms: 60_000, disabled: true }, {}),
    ).toEqual([
      ['removed'],
      ['disabled'],
      ['headers: none → Authorization: Bearer {{secret ISSUES_TOKEN}}', 'time limit: none → 60000 ms'],
      [`added ${url}`],
    ]);
  });

  test('says where a server went, and that a removed one was added again', () => {
    expect(changes({ url }, { command: 'npx', args: ['-y', 'x'] }, {}, { url })).toEqual([
      [`added ${url}`],
      ['removed'],
      [`address: ${url} → npx -y x`],
      [`added ${url}`],
    ]);
  });
});
