import type { Command } from 'commander';

/** How the help lists a command: what may follow its name, and what it does. */
type ListedCommand = readonly [usage: string, description: string];

/** The commands, by the heading and in the order of the help. */
export const LISTED_COMMANDS: Readonly<Record<string, Readonly<Record<string, ListedCommand>>>> = {
  'Start:': {
    up: ['[options]', 'start everything and run until Ctrl-C'],
    open: [
      '[options] [what] [id]',
      'print a link that signs in to the console once, within a minute; on a terminal, open it',
    ],
    sample: [
      '[options]',
      'load a sample conversation into the session sample, and print questions to ask; operators only',
    ],
    config: [
      '[options]',
      'list profiles: gateways and the keys for them; variables of the environment win over the profile in use, and --profile over both',
    ],
    doctor: ['[options]', 'check the setup and suggest fixes'],
    upgrade: ['[options]', 'say how this installation is replaced by the newest version'],
    completion: ['[options] <shell>', 'print a script that completes commands and options in bash, zsh or fish'],
  },
  'Talk:': {
    chat: [
      '[options]',
      'chat with agents; replies stream as they are written; /help lists what you can enter. Piped input: one message per line',
    ],
    send: ['[options] [text...]', 'send a message and print the replies as they come'],
    stop: ['[options] [turn]', 'stop a reply; the text written so far is kept'],
    approvals: ['', 'tool calls and questions of agents that wait for a person'],
  },
  'Look:': {
    sessions: ['[options]', 'list sessions, the one with the latest breadcrumb first'],
    trails: ['[options]', 'list trails, latest first'],
    contexts: ['[options]', 'list contexts, latest first'],
    trace: [
      '[options] [id]',
      'show what happened in a trail: who asked, what each agent saw and did, times, tokens, errors',
    ],
    trail: ['', 'export a trail to a file, view an exported one, or pin what it must see'],
    context: ['', 'inspect what an agent saw or would see, and why'],
    turns: [
      '[options] [id]',
      'list recent turns, latest first; or show those that a breadcrumb started, and how they ended and why',
    ],
    tail: ['[options]', 'follow the log until Ctrl-C'],
    search: ['[options] <text...>', 'search breadcrumbs by text, vector or both'],
  },
  'Shape sessions and agents:': {
    agents: ['[options]', 'list agents; show, define and edit them'],
    tools: ['[options]', 'list tools and the agents that can use them'],
    subqueries: ['[options]', 'list kinds of subquery; change, try and publish their templates (operators only)'],
    session: ['', 'title, members and strategy of a session; let an agent speak'],
    scene: ['', 'scenario, note, lorebooks and injected texts'],
    lore: ['', 'lorebooks: list, show, import, export, test'],
    memory: ['', 'see, correct and erase what agents remember'],
  },
  'Measure:': {
    usage: ['[options]', 'sum up turns, errors, latency, tokens and cost of a period'],
    rerun: [
      '[options] <answer>',
      'run a turn again with changes, in no session, and show both answers (operators only)',
    ],
    feedback: ['[options] [answer]', 'rate an answer, show what people think of it, or list the latest feedback'],
    evals: ['', 'check contexts by what was pinned with `crumb trail pin`, and fit their weights'],
  },
  'Operate:': {
    keys: ['[options]', 'list API keys, without their secrets; create and revoke them'],
    secrets: ['[options]', 'list the secrets that the code of tools may send; save and remove them'],
    mcp: ['[options]', 'list the MCP servers whose tools agents can be granted; add, test and remove them'],
    workspaces: ['[options]', 'list workspaces (isolated tenants); create and move them'],
    embeddings: ['[options]', 'show the active embedder'],
    import: [
      '[options] <file...>',
      'import conversations that other programs have exported, as history that wakes no agent',
    ],
    erase: ['[options] <id>', 'erase the content of a breadcrumb, in all its versions'],
    'dead-letters': ['[options]', 'events a service failed to process after retrying'],
    consumers: ['[options]', 'list how far services have processed the log'],
    webhooks: ['[options]', 'list where events are sent, and how far; add, test, replay and remove webhooks'],
    retention: ['[options]', 'show how long the workspace keeps what it stores, and what was removed'],
    checksum: [
      '[options]',
      'compute the checksum of the workspace: equal for equal logs and equal records, in any database',
    ],
    archive: ['', 'archives of the log: files that hold it from its beginning'],
    backup: [
      '[options] <file>',
      'write a backup of the whole database to a new file, while the store runs; - for standard output',
    ],
    restore: [
      '[options] <file>',
      'restore a backup into an empty database that no store has open; - for standard input',
    ],
  },
};

const ALL: Readonly<Record<string, ListedCommand>> = Object.assign({}, ...Object.values(LISTED_COMMANDS));

/** How the help lists a command of `crumb`; undefined for one that it does not list. */
export const findListed = (name: string): ListedCommand | undefined =>
  Object.hasOwn(ALL, name) ? ALL[name] : undefined;

/** Declares a command of the list, with its description; its module adds the rest. */
export function declareListed(program: Command, name: string): Command {
  const [, description = ''] = findListed(name) ?? [];
  return program.command(name).description(description);
}
