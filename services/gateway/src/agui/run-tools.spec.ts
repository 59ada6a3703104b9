import { type Envelope, ToolRequest, ToolResponse, toolResponseId } from '@crumbtrail/contracts';
import type { ServiceRequests } from '../ports';
import type { BreadcrumbReader } from '../records/breadcrumb-reader';
import { RunTools, type RunToolsOptions } from './run-tools';

const TURN = '3f0c6f0a-8d1d-5c0e-9a60-3d2f6f0b7c11';
const COUNT = 1_201;
const asked = { caller: { key: 'k' }, turn: TURN, message: { session: 'kitchen', created_at: '2026-11-29T12:00:00Z' } };

const requestAt = (step: number): Envelope =>
  ({
    id: `request-${step}`,
    workspace: 'default',
    schema_name: ToolRequest.name,
    context: { turn: { id: TURN }, step, ordinal: 0, tool: 'echo', input: { step }, runner: 'tool-runner' },
  }) as unknown as Envelope;

const calls = Array.from({ length: COUNT }, (_, at) => requestAt(at + 1));
const results = new Map(
  calls.map((request) => {
    const id = toolResponseId('default', request.id);
    const context = { request: { ...request.context, id: request.id }, text: `gave ${request.id}` };
    return [id, { id, schema_name: ToolResponse.name, context } as unknown as Envelope];
  }),
);

/** Lists the newest first in pages, and reads no more at once than the store does. */
const requests = {
  request: (_: unknown, __: unknown, { limit, cursor = '0' }: { limit: number; cursor?: string }) => {
    const from = Number(cursor);
    const crumbs = calls.toReversed().slice(from, from + Math.min(limit, 500));
    const next = from + crumbs.length;
    return Promise.resolve({ crumbs, ...(next < COUNT && { next_cursor: `${next}` }) });
  },
} as unknown as ServiceRequests;

const reader = {
  readAvailable: (_: unknown, refs: readonly { readonly id: string }[]) =>
    refs.length > 512
      ? Promise.reject(new Error('at most 512'))
      : Promise.resolve(refs.flatMap(({ id }) => results.get(id) ?? [])),
} as unknown as BreadcrumbReader;

test('the calls of a turn and what they gave are shown, each once and in order, however many there are', async () => {
  const shown: unknown[] = [];
  const given: string[] = [];
  const failures: unknown[] = [];
  const events = {
    call: ({ input }: { input: { step?: unknown } }) => void shown.push(input.step),
    result: ({ id }: { id: string }) => void given.push(id),
  };
  const onFailure = (error: unknown): void => void failures.push(error);
  const options = { requests, reader, asked, events, onFailure } as unknown as RunToolsOptions;
  const tools = new RunTools(options);
  await tools.look();
  await tools.look();
  expect(failures).toEqual([]);
  expect(shown).toEqual(Array.from({ length: COUNT }, (_, at) => at + 1));
  expect(new Set(given).size).toBe(COUNT);
  expect(given).toHaveLength(COUNT);
});
