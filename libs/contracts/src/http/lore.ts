import { z } from 'zod';
import { defineRoute } from './define-route';
import { integer, list, name } from './fields';

const loreTestBody = z
  .strictObject({
    text: z.string().max(16_384).describe('The newest message; there are no others.'),
    agent: name.default('assistant').describe('The agent that would answer it.'),
    context_tokens: z
      .int()
      .min(64)
      .max(1_000_000)
      .default(8_000)
      .describe('Size of the context, of which lore takes a share.'),
  })
  .meta({ id: 'LoreTestBody' });

/** A text to test a lorebook with. */
export type LoreTestBody = z.input<typeof loreTestBody>;

const loreTest = z
  .object({
    book: z.string(),
    disabled: z.literal(true).optional().describe('The book is disabled: in a session, none of its entries is active.'),
    active: integer.describe('How many entries are active.'),
    verdicts: list(
      z.object({
        entry: z.string(),
        label: z.string().optional(),
        verdict: z.string().describe('`active`, or why it is not, as in `scene.lore` of a context.'),
        says: z.string().describe('The same in words.'),
      }),
    ).describe('One for each entry, the active ones first.'),
  })
  .meta({ id: 'LoreTest' });

/** Which entries of a book a text activates, and why not the others. */
export type LoreTest = Readonly<z.output<typeof loreTest>>;

export const TestLore = defineRoute({
  name: 'testLore',
  method: 'POST',
  path: '/v1/lore/:book/test',
  tag: 'lore',
  summary: 'Say which entries of a lorebook a text would activate, and why not the others; stores nothing',
  role: 'reader',
  params: z.object({ book: name }),
  body: loreTestBody,
  replies: { 200: loreTest },
});
