import type { Command } from 'commander';
import { CliError } from '../../cli-error';
import { requireConfirmed } from '../../confirm';
import { type Shell, type ShellFactory, withCommonOptions } from '../../shell';
import { findFact, listKnownFacts, type FoundFact } from './find-fact';

interface ForgetOptions {
  readonly agent?: string;
  readonly about?: string;
  readonly yes?: boolean;
}

async function forgetOne(shell: Shell, { memory, fact }: FoundFact): Promise<string> {
  await shell.client().request('DELETE /v1/memory/:id/facts/:fact', { params: { id: memory.id, fact: fact.id } });
  return fact.id;
}

async function findFirst(shell: Shell, filter: Parameters<typeof listKnownFacts>[1]): Promise<FoundFact | undefined> {
  for await (const found of listKnownFacts(shell, filter)) return found;
  return undefined;
}

/** Forgets every fact about a participant. The list is read again for each: what is left stands in a new memory. */
async function forgetAll(shell: Shell, filter: NonNullable<Parameters<typeof listKnownFacts>[1]>): Promise<string[]> {
  const forgotten: string[] = [];
  for (let next = await findFirst(shell, filter); next; next = await findFirst(shell, filter)) {
    if (forgotten.includes(next.fact.id)) throw new CliError(`The fact ${next.fact.id} is still there. Try again.`);
    forgotten.push(await forgetOne(shell, next));
  }
  return forgotten;
}

async function forget(shell: Shell, id: string | undefined, { agent, about, yes }: ForgetOptions): Promise<void> {
  if ((id === undefined) === (about === undefined))
    throw new CliError('Name a fact, or with --about a participant: all facts about them are forgotten.', 2);
  const filter = { ...(about === undefined ? {} : { about }), ...(agent === undefined ? {} : { agent }) };
  const what = id === undefined ? `every fact about ${about}` : `the fact ${id}`;
  await requireConfirmed(shell, `Forget ${what}? This cannot be undone.`, yes);
  const forgotten =
    id === undefined ? await forgetAll(shell, filter) : [await forgetOne(shell, await findFact(shell, id, agent))];
  shell.print({ forgotten }, () =>
    forgotten.length === 0 ? ['Nothing was remembered.'] : forgotten.map((one) => `Forgot ${one}.`),
  );
}

/** Adds `crumb memory forget`. */
export function addForget(memory: Command, createShell: ShellFactory): void {
  const command = memory
    .command('forget')
    .description('erase a fact in every version of its memory, or all facts about a participant')
    .argument('[fact]', 'id of a fact')
    .option('-a, --agent <agent>', 'only of this agent')
    .option('--about <participant>', 'all facts about a participant, such as user:ann')
    .option('-y, --yes', 'do not ask first; only terminals are asked');
  withCommonOptions(command).action((id: string | undefined, options: ForgetOptions) =>
    forget(createShell(command), id, options),
  );
}
