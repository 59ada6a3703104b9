import { z } from 'zod';
import type { ToolTriedV1, ToolTryV1 } from '../generated/types';
import { defineRoute } from './define-route';
import { breadcrumbWith, id, jsonObject } from './fields';

const tryBody = z
  .strictObject({
    arguments: jsonObject.default({}).describe('As the tool.def.v1 of the tool requires.'),
    confirmed: z
      .boolean()
      .default(false)
      .describe('Required for a tool that is `at_most_once`: a trial really runs it.'),
    wait_ms: z.int().min(0).max(300_000).default(300_000).describe('The longest time to wait for the result.'),
  })
  .meta({ id: 'TryBody' });

/** How a tool is tried. */
export type TryToolBody = z.output<typeof tryBody>;

const toolTrial = z
  .object({
    try: breadcrumbWith<ToolTryV1>(),
    trail_id: id,
    result: breadcrumbWith<ToolTriedV1>().optional(),
  })
  .meta({ id: 'Tried' });

/** A trial of a tool; `result` once there is one. */
export type ToolTrial = Readonly<z.output<typeof toolTrial>>;

export const TryTool = defineRoute({
  name: 'tryTool',
  method: 'POST',
  path: '/v1/tools/:name/try',
  tag: 'for operators',
  summary:
    'Try a tool outside of any turn: it runs as for an agent, and only operators see the result. 202: still running; its trail will hold the result',
  role: 'operator',
  params: z.object({ name: z.string() }),
  body: tryBody,
  replies: { 200: toolTrial, 202: toolTrial },
});
