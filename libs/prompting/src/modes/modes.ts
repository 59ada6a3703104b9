import { toolModeOf, type AgentDefV1, type ToolModeName } from '@crumbtrail/contracts';
import { digit } from './digit/digit';
import { json } from './json/json';
import type { ToolMode } from './mode';
import { native } from './native';
import { none } from './none';
import { withOutput } from './output';
import { tags } from './tags/tags';

/** Every mode by its name. */
const MODES: Readonly<Record<ToolModeName, ToolMode>> = { native, json, tags, digit, none };

/** The modes for definitions with an output schema. The mode `json` has its own member for the output. */
const WITH_OUTPUT: Readonly<Record<ToolModeName, ToolMode>> = {
  native: withOutput(native),
  json,
  tags: withOutput(tags),
  digit: withOutput(digit),
  none: withOutput(none),
};

/** The tool mode of an agent with this definition. */
export function modeOf(definition: Pick<AgentDefV1, 'tools' | 'tool_mode' | 'output_schema'>): ToolMode {
  return (definition.output_schema ? WITH_OUTPUT : MODES)[toolModeOf(definition)];
}
