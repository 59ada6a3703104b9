/** The words of the product, each explained in one place: by the page *Glossary*, and where the pointer rests on them. */
export const glossary = {
  breadcrumb: 'One versioned record: a message, a context, a call, an answer, or the definition of an agent.',
  workspace: 'An isolated tenant. Nothing crosses from one workspace to another.',
  session: 'A conversation by its name, with its members: people and agents.',
  trail: 'Everything that followed from one breadcrumb: the turns of agents, their contexts, tool calls and answers.',
  turn: 'One answer of one agent to one message.',
  lane: 'A queue of turns: of those in one lane, one runs at a time. An agent that speaks has the lane of its session.',
  audience: 'Who may read a breadcrumb: everyone, agents, or some participants. Operators read all of a workspace.',
  context: 'What an agent was shown for one turn, with the reason for everything that is in it or not.',
  account:
    'The candidates of a context, up to 256: what was found, how it was scored, and why it was kept or left out.',
  budget: 'The most tokens that a context may have.',
  source: 'One way to find candidates for a context: the newest messages, a search, memories, lore.',
  grounding: 'Which texts of its context each sentence of an answer rests on.',
  pin: 'What the context of an answer must keep, kept as a case of a set, so that other settings can be tried on it.',
  memory: 'What agents have kept of people and conversations, with its sources.',
  lore: 'Texts that enter a context when their keys are said.',
  approval: 'A call or a question of an agent that waits for a person. The turn waits too.',
  'dead letter': 'An event that a service could not process after retrying. It can be replayed.',
  rerun: 'A turn run again with other settings. Nobody is woken, and nothing enters the session.',
  replay: 'Of a context: its recorded texts formatted again, without a model. Of a dead letter: its event sent again.',
} as const satisfies Readonly<Record<string, string>>;

/** A word of the product. */
export type GlossaryWord = keyof typeof glossary;

/** A word with its meaning, as one sentence: `Turn: one answer of one agent to one message.` */
export function explainWord(word: GlossaryWord): string {
  const meaning = glossary[word];
  return `${word[0]?.toUpperCase()}${word.slice(1)}: ${meaning[0]?.toLowerCase()}${meaning.slice(1)}`;
}
