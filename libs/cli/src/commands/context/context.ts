import type { Command } from 'commander';
import type { ShellFactory } from '../../shell';
import { addCalls } from './calls';
import { addCompareCommands } from './compare';
import { addCost } from './cost';
import { addCounterfactual } from './counterfactual';
import { addInspectCommands } from './inspect';
import { addLint } from './lint';
import { addWhyNot } from './why-not';

/** Adds `crumb context`, which inspects and compares contexts. */
export function addContext(program: Command, createShell: ShellFactory): void {
  const context = program.command('context').description('inspect what an agent saw or would see, and why');
  addInspectCommands(context, createShell);
  addCompareCommands(context, createShell);
  addCalls(context, createShell);
  addWhyNot(context, createShell);
  addCounterfactual(context, createShell);
  addLint(context, createShell);
  addCost(context, createShell);
}
