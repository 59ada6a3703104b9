import type { TestStack } from '@crumbtrail/testing';

/** The value of one metric of a service now, summed over its labels. */
export async function readMetric(stack: TestStack, service: string, name: string): Promise<number> {
  const text = await (await fetch(`${stack.healthUrl(service)}/metrics`)).text();
  const lines = text.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
  if (lines.length === 0) throw new Error(`${service} has no metric ${name}`);
  return lines.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
}
