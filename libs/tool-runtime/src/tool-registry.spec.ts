import { add } from '../test/tool-request-fixture';
import type { Tool } from './tool';
import { ToolRegistry } from './tool-registry';

const tool = (name: string, from: string): Tool => ({
  definition: { ...add, name, source: from },
  run: async () => from,
});

describe('ToolRegistry', () => {
  it('contains the tools of every source until the source replaces them', () => {
    const tools = new ToolRegistry();
    tools.put('one', [tool('a', 'one')]);
    tools.put('two', [tool('b', 'two')]);
    tools.put('one', []);
    expect(tools.all().map(({ definition }) => definition.name)).toEqual(['b']);
    expect(tools.find('a')).toBeUndefined();
  });

  it('keeps the first tool of a name', () => {
    const tools = new ToolRegistry();
    tools.put('one', [tool('a', 'one')]);
    tools.put('two', [tool('a', 'two')]);
    tools.put('one', [tool('a', 'one')]);
    expect(tools.find('a')?.definition.source).toBe('one');
  });

  it('tells which sources are in trouble, until they have tools again', () => {
    const tools = new ToolRegistry();
    tools.put('one', [], 'not found');
    expect([tools.isAvailable('one'), tools.isAvailable('never put')]).toEqual([false, false]);
    expect(tools.states()).toEqual([{ name: 'one', tools: 0, trouble: 'not found' }]);
    tools.put('one', [tool('a', 'one')]);
    expect([tools.isAvailable('one'), tools.states()]).toEqual([true, [{ name: 'one', tools: 1 }]]);
  });

  it('reports changes with their source', () => {
    const tools = new ToolRegistry();
    const received: string[] = [];
    tools.onChange((source) => received.push(source));
    tools.put('one', []);
    expect(received).toEqual(['one']);
  });
});

describe('the sources of one workspace', () => {
  const names = (tools: ToolRegistry, workspace?: string): string[] =>
    tools.all(workspace).map(({ definition }) => definition.name);

  it('have tools for that workspace alone, after those of all', () => {
    const tools = new ToolRegistry();
    tools.put('mcp:x', [tool('a', 'mcp:x'), tool('b', 'mcp:x')], undefined, 'harbour');
    tools.put('one', [tool('a', 'one')]);
    expect([names(tools), names(tools, 'harbour'), names(tools, 'other')]).toEqual([['a'], ['a', 'b'], ['a']]);
    expect(tools.find('a', 'harbour')?.definition.source).toBe('one');
    expect([tools.isAvailable('mcp:x', 'harbour'), tools.isAvailable('mcp:x', 'other')]).toEqual([true, false]);
    expect(tools.states('other')).toEqual([{ name: 'one', tools: 1 }]);
    expect([tools.hasSourcesOf('harbour'), tools.hasSourcesOf('other')]).toEqual([true, false]);
  });

  it('withdraw tools that they do not offer any more, but none while they are unavailable', () => {
    const tools = new ToolRegistry();
    const why = (name: string): string | undefined => tools.whyWithdrawn('harbour', { name, source: 'mcp:x' });
    tools.put('mcp:x', [tool('a', 'mcp:x')], undefined, 'harbour');
    expect([why('a'), why('b')]).toEqual([undefined, 'mcp:x does not offer it any more.']);
    tools.put('mcp:x', [], 'not reached', 'harbour');
    expect([why('a'), why('b')]).toEqual([undefined, undefined]);
    tools.remove('mcp:x', 'harbour', 'It was removed.');
    expect([why('a'), tools.whyWithdrawn('other', { name: 'a', source: 'mcp:x' })]).toEqual([
      'It was removed.',
      undefined,
    ]);
    tools.put('mcp:x', [tool('a', 'mcp:x')]);
    expect(why('a')).toBeUndefined();
  });

  it('report changes with their workspace', () => {
    const tools = new ToolRegistry();
    const received: unknown[] = [];
    tools.onChange((...change) => received.push(change));
    tools.put('mcp:x', [], undefined, 'harbour');
    tools.remove('mcp:x', 'harbour', 'It was removed.');
    tools.put('one', []);
    expect(received).toEqual([
      ['mcp:x', 'harbour'],
      ['mcp:x', 'harbour'],
      ['one', undefined],
    ]);
  });
});
