import { Health } from '@crumbtrail/platform';
import type { Tool } from '../tool';
import { ToolRegistry } from '../tool-registry';
import { ToolMeter } from './tool-meter';

/** The samples of one metric: labels and value. */
async function samples(health: Health, name: string) {
  const metric = await health.metrics.getSingleMetric(name)?.get();
  return (metric?.values ?? []).map(({ labels, value }): object => ({ ...labels, value }));
}

describe('ToolMeter', () => {
  it('labels tools of this process by name, and tools of MCP servers and unknown tools as `other`', async () => {
    const health = new Health();
    const meter = new ToolMeter(health);
    const tools = new ToolRegistry();
    const named = (name: string): Tool => ({ definition: { name, description: '', input: {} }, run: async () => null });
    tools.put('built-in', [named('calculator')]);
    tools.put('mcp:github', [named('create_issue')]);
    meter.answered(tools, 'calculator', { ms: 3 });
    meter.answered(tools, 'create_issue', { ms: 3 });
    meter.answered(tools, 'made_up_by_a_model', { code: 'unknown_tool' });
    expect(await samples(health, 'crumbtrail_tool_results_total')).toEqual([
      { tool: 'calculator', outcome: 'ok', value: 1 },
      { tool: 'other', outcome: 'ok', value: 1 },
      { tool: 'other', outcome: 'unknown_tool', value: 1 },
    ]);
  });
});
