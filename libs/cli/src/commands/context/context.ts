import type { Command } from 'commander';
import type { ShellFactory } from '../../shell';
import { addCompareCommands } from './compare';
import { addInspectCommands } from './inspect';

/** `crumb context`: what an agent saw or would see, and why. */
export function addContext(program: Command, createShell: ShellFactory): void {
  const context = program.command('context').description('inspect what an agent saw or would see, and why');
  addInspectCommands(context, createShell);
  addCompareCommands(context, createShell);
}
