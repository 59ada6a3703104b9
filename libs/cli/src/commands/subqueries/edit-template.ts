import type { SubqueryKindView } from '@crumbtrail/client';
import type { SubqueryTemplate } from '@crumbtrail/contracts';
import type { Command } from 'commander';
import { parse, stringify } from 'yaml';
import { CliError } from '../../cli-error';
import { type Shell, type ShellFactory, withCommonOptions } from '../../shell';
import { editText } from '../edit-text';
import { findKind, requireDraft } from './find-kind';

const TYPE_HELP = 'kind of subquery, as `crumb subqueries` lists them';

interface ShowTemplateOptions {
  readonly draft?: true;
  readonly builtIn?: true;
}

async function show(shell: Shell, type: string, { draft, builtIn }: ShowTemplateOptions): Promise<void> {
  const kind = await findKind(shell, type);
  const shown = draft ? requireDraft(kind) : builtIn ? kind.built_in : kind.template;
  shell.print(shown, () => [{ verbatim: stringify(shown).trimEnd() }]);
}

function parseTemplate(text: string): SubqueryTemplate {
  try {
    return parse(text) as SubqueryTemplate;
  } catch (error) {
    throw new CliError(`Not saved: the text is not valid YAML: ${(error as Error).message}`);
  }
}

async function edit(shell: Shell, type: string, { draft }: Pick<ShowTemplateOptions, 'draft'>): Promise<void> {
  const kind = await findKind(shell, type);
  const before = draft ? (kind.draft ?? kind.template) : kind.template;
  const template = parseTemplate(editText(stringify(before), `${type}.yaml`));
  const { subqueries } = shell.client();
  const { id, version } = draft ? await subqueries.saveDraft(kind, template) : await subqueries.save(kind, template);
  shell.print({ type, id, version }, () => [
    draft
      ? `Saved the draft of ${type}. No subquery uses it until \`crumb subqueries publish ${type}\`.`
      : `Changed ${type}: version ${version} (${id}).`,
  ]);
}

/** How the state of a kind is changed, and what is said then. */
interface Change {
  readonly name: string;
  readonly description: string;
  readonly run: (shell: Shell, kind: SubqueryKindView) => Promise<{ readonly id: string; readonly version: number }>;
  readonly done: (type: string) => string;
}

const CHANGES: readonly Change[] = [
  {
    name: 'publish',
    description: 'make the draft of a kind of subquery its template, from the next subquery on',
    run: (shell, kind) => {
      requireDraft(kind);
      return shell.client().subqueries.publishDraft(kind);
    },
    done: (type) => `Published the draft of ${type}.`,
  },
  {
    name: 'discard',
    description: 'discard the draft of a kind of subquery',
    run: (shell, kind) => {
      requireDraft(kind);
      return shell.client().subqueries.discardDraft(kind);
    },
    done: (type) => `Discarded the draft of ${type}.`,
  },
  {
    name: 'reset',
    description: 'send the built-in template of a kind of subquery again; a draft stays',
    run: (shell, kind) => {
      if (!kind.changed) throw new CliError(`The subquery ${kind.type} has its built-in template already.`);
      return shell.client().subqueries.reset(kind);
    },
    done: (type) => `${type} has its built-in template again.`,
  },
];

async function change(shell: Shell, type: string, { run, done }: Change): Promise<void> {
  const { id, version } = await run(shell, await findKind(shell, type));
  shell.print({ type, id, version }, () => [done(type)]);
}

/** Adds `crumb subqueries show`, `edit`, `publish`, `discard` and `reset`. */
export function addTemplateCommands(subqueries: Command, createShell: ShellFactory): void {
  const showing = subqueries
    .command('show')
    .description('show the template of a kind of subquery as YAML')
    .argument('<type>', TYPE_HELP)
    .option('--draft', 'the draft, which no subquery uses yet')
    .option('--built-in', 'the built-in template');
  withCommonOptions(showing).action((type: string, options: ShowTemplateOptions) =>
    show(createShell(showing), type, options),
  );
  const editing = subqueries
    .command('edit')
    .description('change the template of a kind of subquery in $EDITOR; refused if somebody else has meanwhile')
    .argument('<type>', TYPE_HELP)
    .option('--draft', 'change the draft instead, which no subquery uses until `crumb subqueries publish`');
  withCommonOptions(editing).action((type: string, options: ShowTemplateOptions) =>
    edit(createShell(editing), type, options),
  );
  for (const one of CHANGES) {
    const command = subqueries.command(one.name).description(one.description).argument('<type>', TYPE_HELP);
    withCommonOptions(command).action((type: string) => change(createShell(command), type, one));
  }
}
