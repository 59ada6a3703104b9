import type { FieldSpec } from '../../../components/editing/field-spec';

/** The form fields of a template. */
export const templateFields: readonly FieldSpec[] = [
  {
    pointer: '/template/text',
    label: 'What is asked',
    kind: 'long',
    rows: 8,
    hint: 'Must contain {{request}}, what the agent asks. {{agent}} is the name of the agent that answers.',
  },
  {
    pointer: '/template/reminder',
    label: 'Reminder after the content',
    kind: 'long',
    rows: 3,
    defaultText: 'that of the built-in template',
    hint: 'Models follow what they read last. {{sources}} says what was read. The limit of words is added.',
  },
  {
    pointer: '/template/max_words',
    label: 'Most words of the answer',
    kind: 'number',
    defaultText: 'no limit',
    hint: 'Where the agent names no limit.',
  },
];
