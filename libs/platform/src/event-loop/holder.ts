import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WorkLabel } from './running';

/** A function on the stack, innermost first. */
export interface StackFrame {
  readonly functionName: string;
  /** Its path or `file:` URL; empty where there is no file. */
  readonly file: string;
  readonly line: number;
}

/** Who held the event loop, as far as it was seen. */
export interface Holder extends WorkLabel {
  /** The innermost function that is no part of Node: `name (file:line)`. */
  readonly at?: string;
}

const isOfNode = ({ file }: StackFrame): boolean => file === '' || file.startsWith('node:');
const isOfPackage = ({ file }: StackFrame): boolean => file.includes('/node_modules/');
const nameOf = ({ functionName }: StackFrame): string => functionName || 'anonymous function';

function describeFrame(frame: StackFrame, folder: string): string {
  const file = frame.file.startsWith('file:') ? fileURLToPath(frame.file) : frame.file;
  return `${nameOf(frame)} (${relative(folder, file)}:${frame.line})`;
}

/**
 * Names who holds the event loop by what was noted of the work and by its stack. Work whose handler nobody noted, such as a timer, has the name of
 * its outermost function.
 */
export function findHolder(noted: WorkLabel | undefined, stack: readonly StackFrame[], folder: string): Holder {
  const named = stack.filter((frame) => !isOfNode(frame));
  const [innermost] = named;
  const own = named.filter((frame) => !isOfPackage(frame));
  // A timer often calls a function of no name that calls one with a name.
  const outermost = own.findLast(({ functionName }) => functionName !== '') ?? own.at(-1) ?? named.at(-1);
  const handler = noted?.handler ?? (outermost && nameOf(outermost));
  return {
    ...noted,
    ...(handler === undefined ? {} : { handler }),
    ...(innermost === undefined ? {} : { at: describeFrame(innermost, folder) }),
  };
}
