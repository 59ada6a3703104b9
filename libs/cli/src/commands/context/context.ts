import type { Command } from 'commander';
import type { ShellOf } from '../../shell';
import { addComparing } from './compare';
import { addLooking } from './look';

/** `crumb context`: what an agent saw or would see, and why. */
export function addContext(program: Command, shellOf: ShellOf): void {
  const context = program.command('context').description('inspect what an agent saw or would see, and why');
  addLooking(context, shellOf);
  addComparing(context, shellOf);
}
