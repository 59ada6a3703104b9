import { isGranted, ToolCatalog, type Candidate } from '@crumbtrail/contracts';
import type { BuildInput } from './build-input';

/** Whether the agent of a build may call the tool of this name. */
export type MayCall = (tool: string) => boolean;

/** How a line of the catalog begins: the name of its tool, before its arguments, its result or its description. */
const TOOL_LINE = /^([A-Za-z][A-Za-z0-9_-]{0,63})(?=\(| → |: )/;

/** What the agent of a definition may call; nothing where it grants nothing. */
export const mayCallOf = ({ toolGrants }: BuildInput['definition']): MayCall =>
  toolGrants === undefined ? () => false : (tool) => isGranted(toolGrants, tool);

/** The lines of a piece of the catalog whose tools may be called. The end of a line that begins in the piece before is left out: its tool is not known. */
export function grantedLines(text: string, mayCall: MayCall): string {
  const lines = text.split('\n').filter((line) => {
    const name = TOOL_LINE.exec(line)?.[1];
    return name !== undefined && mayCall(name);
  });
  return lines.join('\n');
}

/** The text of a candidate as its agent may see it: of a tool catalog, only the tools that it may call. */
export function shownText({ schema_name, text }: Candidate, mayCall: MayCall | undefined): string {
  return mayCall !== undefined && schema_name === ToolCatalog.name ? grantedLines(text, mayCall) : text;
}
