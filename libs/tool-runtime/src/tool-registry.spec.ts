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
