import { join } from 'node:path';
import { ToolRegistry } from '@crumbtrail/tool-runtime';
import type { Logger } from '@crumbtrail/platform';
import { eventually } from '@crumbtrail/testing';
import { McpServers } from '../src/mcp/mcp-servers';
import { overStdio } from './everything-server';

const ASKING = join(__dirname, 'asking-server.mjs');

describe('the revision of the protocol', () => {
  it.each([
    ['the newest, with a server that speaks both eras', [ASKING], '2026-07-28'],
    ['the newest, with a server that speaks no other', [ASKING, 'reject'], '2026-07-28'],
    ['the newest before it, with a server of SDK 1.x', undefined, '2025-11-25'],
  ])('is %s', async (_which, args, revision) => {
    const revisions: unknown[] = [];
    const keep = (fields: Record<string, unknown>): void =>
      void (fields['revision'] && revisions.push(fields['revision']));
    const logger = { info: keep, warn: keep, debug: keep, error: keep } as unknown as Logger;
    const servers = new McpServers([overStdio(args && { args })], new ToolRegistry(), logger);
    void servers.onApplicationBootstrap();
    try {
      expect(await eventually(() => (revisions.length > 0 ? revisions : null))).toEqual([revision]);
    } finally {
      await servers.onApplicationShutdown();
    }
  });
});
