import { asCrumbs, LoreBook, Scene, type Envelope, type SceneV1 } from '@crumbtrail/contracts';
import { type Command, Option } from 'commander';
import { declareListed } from '../../listed-commands';
import { sceneLines } from '../../output/scene';
import { requireNames, unknownName } from '../../require-names';
import { type Shell, type ShellFactory, withCommonOptions } from '../../shell';
import { loadAll } from '../lore/load-books';
import {
  addInjection,
  changeScene,
  removeInjection,
  toInjection,
  type InjectOptions,
  type SceneOptions,
} from './scene-changes';

/** What a scene applies to: a session, an agent, both, or with neither the workspace. */
interface ScopeOptions {
  readonly session?: string;
  readonly agent?: string;
}

const scopeOf = ({ session, agent }: ScopeOptions): ScopeOptions => ({
  ...(session === undefined ? {} : { session }),
  ...(agent === undefined ? {} : { agent }),
});

/** The scene of this scope; undefined where there is none that the key may read. */
async function findScene(shell: Shell, { session, agent }: ScopeOptions): Promise<Envelope<SceneV1> | undefined> {
  const scenes = asCrumbs(Scene.name, await loadAll(shell, Scene.name));
  return scenes.find(({ context }) => context.session === session && context.agent === agent);
}

async function show(shell: Shell, options: ScopeOptions): Promise<void> {
  const scope = scopeOf(options);
  const scene = await findScene(shell, scope);
  shell.print(scene ?? null, () => sceneLines(scene?.context ?? scope, scene !== undefined));
}

/** Rejects with CliError for a lorebook that does not exist. */
async function requireBooks(shell: Shell, wanted: readonly string[]): Promise<void> {
  if (wanted.length === 0) return;
  const books = (await loadAll(shell, LoreBook.name)).map(({ context }) => String(context['name']));
  const unknown = wanted.find((name) => !books.includes(name));
  if (unknown !== undefined) throw unknownName('book', unknown, books);
}

/** Writes the changed scene if nobody else has changed it meanwhile; creates it where there is none. */
async function update(shell: Shell, options: ScopeOptions, change: (before: SceneV1) => SceneV1): Promise<void> {
  const client = shell.client();
  const scope = scopeOf(options);
  if (scope.agent !== undefined) await requireNames(shell, { agent: scope.agent });
  const scene = await findScene(shell, scope);
  const context = change(scene?.context ?? scope);
  if (scene === undefined) await client.append({ schema_name: Scene.name, context: { ...context } });
  else await client.change(scene.id, scene.version, { context: { ...context } });
  shell.print(context, () => sceneLines(context, true));
}

/** Adds the options of what a scene applies to. Without one it is the workspace's: no default, so that none is changed by mistake. */
const withScope = (command: Command): Command =>
  command
    .option('-s, --session <session>', 'the scene of this session')
    .option('-a, --agent <agent>', 'the scene of this agent, in the session or everywhere');

const collect = (value: string, before: readonly string[] | undefined): string[] => [...(before ?? []), value];

function addSet(scene: Command, createShell: ShellFactory): void {
  const command = scene
    .command('set')
    .description('change scenario, note and books; what is not named stays')
    .option('--scenario <text>', 'where and when the conversation takes place')
    .option('--no-scenario', 'remove it')
    .option('--note <text>', "the author's note")
    .option('--no-note', 'remove it')
    .option('--note-depth <n>', 'messages below the note')
    .option('--note-interval <n>', '1: always; n: at every n-th message of people; 0: never')
    .option('--book <name>', 'a lorebook, in place of those before; repeat it for more', collect)
    .option('--no-book', 'no lorebooks');
  withCommonOptions(withScope(command)).action(async (options: ScopeOptions & SceneOptions) => {
    const shell = createShell(command);
    await requireBooks(shell, options.book || []);
    await update(shell, options, (before) => changeScene(before, options));
  });
}

function addInject(scene: Command, createShell: ShellFactory): void {
  const command = scene
    .command('inject')
    .description('put a text into the conversation, in place of one with the same id')
    .argument('<id>')
    .argument('<text>')
    .option('--depth <n>', 'messages below it: 0 is after the current message (default: 4)')
    .addOption(new Option('--role <role>', 'whose it is (default: system)').choices(['system', 'user', 'assistant']))
    .option('--turns <n>', 'show it for so many answers (default: without end)');
  withCommonOptions(withScope(command)).action((id: string, text: string, options: ScopeOptions & InjectOptions) =>
    update(createShell(command), options, (before) => addInjection(before, toInjection(id, text, options))),
  );
}

function addRemove(scene: Command, createShell: ShellFactory): void {
  const command = scene.command('remove').description('remove an injected text').argument('<id>');
  withCommonOptions(withScope(command)).action((id: string, options: ScopeOptions) =>
    update(createShell(command), options, (before) => removeInjection(before, id)),
  );
}

/** Adds `crumb scene`: shows and changes what authors put before agents. */
export function addScene(program: Command, createShell: ShellFactory): void {
  const scene = declareListed(program, 'scene');
  const showing = scene.command('show').description('show the scene of a session, an agent, both, or the workspace');
  withCommonOptions(withScope(showing)).action((options: ScopeOptions) => show(createShell(showing), options));
  addSet(scene, createShell);
  addInject(scene, createShell);
  addRemove(scene, createShell);
}
