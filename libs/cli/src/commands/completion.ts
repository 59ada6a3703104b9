import type { Command } from 'commander';
import { declareListed } from '../listed-commands';
import { CliError } from '../cli-error';
import { listCommandWords } from '../completion/command-words';
import { scripts } from '../completion/scripts';
import { type ShellFactory, withFormat } from '../shell';

/** Adds `crumb completion`, which prints a shell completion script. */
export function addCompletion(program: Command, createShell: ShellFactory): void {
  const command = declareListed(program, 'completion').argument('<shell>', 'bash, zsh or fish');
  withFormat(command).action((name: string) => {
    const script = Object.hasOwn(scripts, name) ? scripts[name] : undefined;
    if (!script) throw new CliError(`Unsupported shell "${name}". Choose bash, zsh or fish.`, 2);
    const text = script(listCommandWords(program));
    createShell(command).print({ shell: name, script: text }, () => [{ verbatim: text }]);
  });
}
