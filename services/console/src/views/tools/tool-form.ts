import type { ToolDefV1 } from '@crumbtrail/contracts';
import type { FieldSpec } from '../../components/editing/field-spec';

/** The initial definition of a new tool, which has its code. */
export const newToolTemplate: ToolDefV1 = {
  name: 'vat',
  description: 'Adds the value added tax to a price.',
  input: { type: 'object', properties: { price: { type: 'number' } }, required: ['price'] },
  output: { type: 'object', properties: { gross: { type: 'number' } }, required: ['gross'] },
  code: 'export default ({ price }) => ({ gross: price * 1.19 });\n',
};

/** The form fields of a tool that has its code. All other properties are edited as JSON. */
export const toolFields: readonly FieldSpec[] = [
  { pointer: '/name', label: 'Name', kind: 'text', hint: 'Can’t be changed later.' },
  {
    pointer: '/description',
    label: 'Description',
    kind: 'long',
    rows: 3,
    hint: 'What it does and when to use it, for the model.',
  },
  {
    pointer: '/code',
    label: 'Code',
    kind: 'long',
    rows: 16,
    hint: 'A JavaScript module: its default export is called with the arguments. It runs in a sandbox.',
  },
  { pointer: '/input', label: 'Input schema', kind: 'json', rows: 6 },
  { pointer: '/output', label: 'Output schema', kind: 'json', rows: 4, defaultText: 'any result' },
  { pointer: '/hosts', label: 'Hosts', kind: 'lines', defaultText: 'none', hint: 'Where its code may fetch from.' },
  {
    pointer: '/secrets',
    label: 'Secrets',
    kind: 'lines',
    defaultText: 'none',
    hint: 'Names that the operator of the tool-runner has set. The code sends them and never sees them.',
  },
  { pointer: '/timeout_ms', label: 'Timeout (ms)', kind: 'number', defaultText: '30000' },
  { pointer: '/limits/memory_mb', label: 'Memory (MB)', kind: 'number', defaultText: '32' },
  { pointer: '/limits/output_kb', label: 'Largest result (KB)', kind: 'number', defaultText: '64' },
  { pointer: '/limits/fetches', label: 'Requests of a run', kind: 'number', defaultText: '8' },
  {
    pointer: '/effect',
    label: 'Effect',
    kind: 'choice',
    choices: ['repeatable', 'at_most_once'],
    defaultText: 'repeatable',
  },
];

/** The same fields for an existing tool, whose name cannot be changed. */
export const existingToolFields = toolFields.map((field) =>
  field.pointer === '/name' ? { ...field, disabled: true } : field,
);
