import type { SubqueryDefV1, SubqueryTemplate } from '@crumbtrail/contracts';

export type SubqueryType = SubqueryDefV1['type'];

/** A template with its reminder. */
export interface CompleteTemplate extends SubqueryTemplate {
  readonly reminder: string;
}

/** A kind of subquery: what it is for, in one line, and what is sent where the workspace has no template of its own. */
export interface SubqueryKind {
  readonly purpose: string;
  readonly template: CompleteTemplate;
}

const ANSWER = 'Answer only this request, {{sources}}: {{request}} If the answer is not there, say so.';

/** The kinds of subquery. */
export const BUILT_IN_SUBQUERIES: Readonly<Record<SubqueryType, SubqueryKind>> = {
  question: { purpose: 'answers a question', template: { text: '{{request}}', reminder: ANSWER } },
  session_summary: {
    purpose: 'title, acts, overview, facts and who takes part',
    template: {
      text: '{{request}}\nThe form of the summary: a title; the acts or topics in their order, with [done] at those that are over; an overview in two or three sentences; key facts; who takes part, each with status, place and goals.',
      reminder: ANSWER,
      max_words: 300,
    },
  },
  image_prompt: {
    purpose: 'a prompt for a program that makes pictures',
    template: {
      text: '{{request}}\nWrite a prompt for a program that makes pictures. Describe only what can be seen, in short phrases with commas between them: the subject, how it looks, what it does, the place, the light, the style. Use descriptions of looks that you have read word for word, and names only with such a description.',
      reminder: 'Write only the prompt for the picture, {{sources}}: {{request}}',
      max_words: 120,
    },
  },
  impersonation: {
    purpose: 'what a character would say, in its own words',
    template: {
      text: '{{request}}\nWrite what the named character says or does next, in its voice, with its knowledge and its goals. If no character is named, you are {{agent}}.',
      reminder:
        'Write only what the character says or does, in keeping with {{sources}}: {{request}} Add no remark of your own.',
    },
  },
  continuation: {
    purpose: 'the rest of an unfinished text',
    template: {
      text: '{{request}}\nThe last text is unfinished. Continue it from its last word on, in the same voice, tense and form, until it is complete. Repeat nothing of it.',
      reminder: 'Write only the rest of the text, in keeping with {{sources}}: {{request}}',
    },
  },
  emotion: {
    purpose: 'the emotion of a text, as one word of a list',
    template: {
      text: '{{request}}\nName the strongest emotion of the text with one word of this list: neutral, joy, amusement, love, gratitude, pride, surprise, curiosity, confusion, embarrassment, sadness, grief, fear, nervousness, anger, annoyance, disgust, disappointment.',
      reminder: 'Answer with one word of the list and nothing else, {{sources}}: {{request}}',
      max_words: 1,
    },
  },
};

/** The template of a kind of subquery; what it leaves out is taken from the built-in one. */
export function completeTemplate(type: SubqueryType, template?: SubqueryTemplate): CompleteTemplate {
  const { template: builtIn } = BUILT_IN_SUBQUERIES[type];
  return template ? { ...template, reminder: template.reminder ?? builtIn.reminder } : builtIn;
}
