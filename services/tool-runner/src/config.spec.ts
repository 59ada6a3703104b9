import { toConfig } from './config';

describe('the tool-runner’s settings', () => {
  it('default to sixteen slots', () => {
    expect(toConfig({})).toMatchObject({ slots: 16, claimTtlMs: 30_000, ackWaitMs: 30_000 });
  });

  it('report all invalid variables together, by name', () => {
    expect(() => toConfig({ TOOL_SLOTS: '0', CLAIM_TTL_MS: 'soon' })).toThrow(
      /TOOL_SLOTS.*CLAIM_TTL_MS|CLAIM_TTL_MS.*TOOL_SLOTS/,
    );
  });

  it('leave the web out of reach', () => {
    expect(toConfig({}).web).toEqual({ hosts: [], search: { url: undefined, key: undefined } });
  });

  it('list the hosts that may be visited, in lower case', () => {
    expect(toConfig({ VISIT_LINK_HOSTS: ' Example.org, *.example.net ,' }).web.hosts).toEqual([
      'example.org',
      '*.example.net',
    ]);
    expect(toConfig({ VISIT_LINK_HOSTS: '*' }).web.hosts).toEqual(['*']);
  });

  it.each(['https://example.org', 'example.org/path', '*.*', 'on', 'a b.org'])('report the host %j', (hosts) => {
    expect(() => toConfig({ VISIT_LINK_HOSTS: hosts })).toThrow(/VISIT_LINK_HOSTS/);
  });

  it('keep a secret for the workspace default, unless it names others, its tools or its hosts', () => {
    const limited = { value: 'b', hosts: ['api.example.org'], tools: ['weather'], workspaces: ['harbour'] };
    const { code } = toConfig({ TOOL_SECRETS: JSON.stringify({ PLAIN: 'a', LIMITED: limited }) });
    expect(Object.fromEntries(code.secrets.ofEnvironment)).toEqual({
      PLAIN: { value: 'a', hosts: ['*'], tools: ['*'], workspaces: ['default'] },
      LIMITED: limited,
    });
    expect(() => toConfig({ TOOL_SECRETS: '{"KEY": {"value": "a", "host": "b"}}' })).toThrow(/TOOL_SECRETS/);
  });

  it('report a search engine whose address is no web address', () => {
    expect(() => toConfig({ WEB_SEARCH_URL: 'file:///etc/passwd' })).toThrow(/WEB_SEARCH_URL/);
  });
});
