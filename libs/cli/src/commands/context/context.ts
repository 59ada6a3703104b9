import type { Command } from 'commander';
import { declareListed } from '../../listed-commands';
import type { ShellFactory } from '../../shell';
import { addCalls } from './calls';
import { addCompareCommands } from './compare';
import { addCost } from './cost';
import { addCounterfactual } from './counterfactual';
import { addInspectCommands } from './inspect';
import { addLint } from './lint';
import { addShadow } from './shadow';
import { addWhyNot } from './why-not';

/** Adds `crumb context`, which inspects and compares contexts. */
export function addContext(program: Command, createShell: ShellFactory): void {
  const context = declareListed(program, 'context');
  addInspectCommands(context, createShell);
  addCompareCommands(context, createShell);
  addCalls(context, createShell);
  addWhyNot(context, createShell);
  addCounterfactual(context, createShell);
  addLint(context, createShell);
  addCost(context, createShell);
  addShadow(context, createShell);
}
