import type { FieldSpec } from '../../components/editing/field-spec';

const number = (pointer: string, label: string, defaultText: string, hint?: string): FieldSpec => ({
  pointer,
  label,
  kind: 'number',
  defaultText,
  hint,
});

/** The fields of an entry. All other properties are edited as JSON. */
export const entryFields: readonly FieldSpec[] = [
  { pointer: '/id', label: 'Entry', kind: 'text', hint: 'Unique in the book. Can’t be changed later.' },
  { pointer: '/comment', label: 'Label', kind: 'text', hint: 'For people. No model sees it.' },
  { pointer: '/enabled', label: 'Enabled', kind: 'yes-no', defaultText: 'yes' },
  { pointer: '/content', label: 'Content', kind: 'long', rows: 6, hint: 'The text. It may contain macros.' },
  { pointer: '/keys', label: 'Keys', kind: 'whole-lines', hint: 'One per line: plain text, or /pattern/flags.' },
  { pointer: '/secondary_keys', label: 'Secondary keys', kind: 'whole-lines' },
  {
    pointer: '/logic',
    label: 'Logic of secondary keys',
    kind: 'choice',
    choices: ['and_any', 'and_all', 'not_any', 'not_all'],
    defaultText: 'and_any',
  },
  { pointer: '/constant', label: 'Constant', kind: 'yes-no', defaultText: 'no', hint: 'Active without keys.' },
  {
    pointer: '/position',
    label: 'Position',
    kind: 'choice',
    choices: ['before', 'after', 'note_top', 'note_bottom', 'at_depth', 'examples_top', 'examples_bottom', 'outlet'],
    defaultText: 'before',
  },
  number('/depth', 'Depth', '4', 'With the position at_depth.'),
  number('/order', 'Order', '100', 'The higher, the earlier it gets a share of the budget.'),
  number('/probability', 'Probability (percent)', '100'),
  number('/scan_depth', 'Messages searched', 'of the book'),
  number('/sticky', 'Sticky (messages)', '0'),
  number('/cooldown', 'Cooldown (messages)', '0'),
  number('/delay', 'Delay (messages)', '0'),
  { pointer: '/groups', label: 'Groups', kind: 'whole-lines', hint: 'Of each group, one entry is active.' },
  number('/group_weight', 'Weight in groups', '100'),
];

/** The fields of an entry that exists: its id stays. */
export const existingEntryFields: readonly FieldSpec[] = entryFields.map((field) =>
  field.pointer === '/id' ? { ...field, disabled: true } : field,
);
