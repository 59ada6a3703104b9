import { BadServersFile, serversOf } from './servers-file';

const read = (mcpServers: unknown, env: Record<string, string> = {}) =>
  serversOf(JSON.stringify({ mcpServers }), (name) => env[name]);

describe('the file of MCP servers', () => {
  it('has the form that editors use, for child processes and for URLs', () => {
    const servers = read({
      files: { command: 'npx', args: ['-y', 'server-filesystem', '/data'], env: { A: 'b' }, cwd: '/tmp' },
      'git.hub': {
        type: 'http',
        url: 'https://example.com/mcp',
        headers: { Authorization: 'Bearer x' },
        timeout_ms: 5000,
      },
      off: { command: 'x', disabled: true },
    });
    expect(servers).toEqual([
      {
        kind: 'stdio',
        name: 'files',
        timeoutMs: undefined,
        command: 'npx',
        args: ['-y', 'server-filesystem', '/data'],
        env: { A: 'b' },
        cwd: '/tmp',
      },
      {
        kind: 'http',
        name: 'git.hub',
        timeoutMs: 5000,
        url: 'https://example.com/mcp',
        headers: { Authorization: 'Bearer x' },
      },
    ]);
  });

  it('refers to environment variables, so that it contains no secrets', () => {
    const env = { MCP_TOKEN: 's3cret', MCP_HOST: 'example.com' };
    const servers = read(
      {
        web: { url: 'https://${MCP_HOST}/${MCP_PATH:-mcp}', headers: { Authorization: 'Bearer ${MCP_TOKEN}' } },
        child: { command: 'x', env: { TOKEN: '${MCP_TOKEN}', COST: '$5 ${MCP_NONE:-}' } },
      },
      env,
    );
    expect(servers).toMatchObject([
      { url: 'https://example.com/mcp', headers: { Authorization: 'Bearer s3cret' } },
      { env: { TOKEN: 's3cret', COST: '$5 ' } },
    ]);
  });

  it('is rejected with every invalid server named', () => {
    const bad = () =>
      read({
        nothing: {},
        'a b': { command: 'x' },
        a__b: { command: 'x' },
        secret: { command: 'x', env: { T: '${MCP_GONE}' } },
        ftp: { url: 'ftp://example.com' },
        old: { type: 'sse', url: 'https://example.com/sse' },
        'x.y': { command: 'x' },
        x_y: { command: 'x' },
      });
    expect(bad).toThrow(BadServersFile);
    for (const words of [
      /nothing: it takes \{command/,
      /a b is not a valid server name/,
      /a__b is not a valid server name/,
      /secret refers to the environment variable MCP_GONE, which is not set/,
      /ftp has no http or https address/,
      /old: it takes .*SSE transport is not supported/,
      /x\.y and x_y would give their tools the same names/,
    ])
      expect(bad).toThrow(words);
  });

  it.each(['', '[]', '{"servers": {}}', '{"mcpServers": 3}'])('is rejected when it contains %s', (text) => {
    expect(() => serversOf(text, () => undefined)).toThrow(/not JSON of the form/);
  });

  it('never reveals the value of a variable in an error', () => {
    const text = JSON.stringify({ mcpServers: { far: { url: '${MCP_URL}' } } });
    const read = (): unknown => serversOf(text, () => 'mcp.example.com/?token=s3cret');
    expect(read).toThrow('far has no http or https address in its url');
    expect(read).not.toThrow(/s3cret/);
  });
});
