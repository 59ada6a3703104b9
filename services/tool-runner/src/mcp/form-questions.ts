import { compileJsonCheck, isObject } from '@crumbtrail/contracts';
import type { PersonQuestion, PersonReply } from '@crumbtrail/tool-runtime';
import { softSchema, truncateUntrusted } from './lenient-schema';

type FormAnswer = Extract<PersonReply, { kind: 'answered' }>['answer'];

/** What a server reads of a form: its values, or that no person gave any. */
export type FormReply =
  | { readonly action: 'accept'; readonly content: Readonly<Record<string, FormValue>> }
  | { readonly action: 'decline' | 'cancel' };

/** A value of a form of the protocol. */
export type FormValue = string | number | boolean | string[];

/** Who asks, and how a person is asked. */
export interface FormContext {
  readonly server: string;
  readonly tool: string;
  readonly ask: (question: PersonQuestion) => Promise<PersonReply>;
}

/** Most fields of a form: each is a question of its own. */
const MOST_FIELDS = 16;
/** How often a person is asked for a field whose answers do not fit. */
const MOST_ATTEMPTS = 3;
const MOST_MESSAGE = 1_500;
const MOST_TEXT = 500;
/** What `ask_person` takes. */
const MOST_CHOICES = 20;
const LONGEST_CHOICE = 500;

const YES = 'Yes';
const NO = 'No';
const LEAVE_OUT = 'Leave it out';
/** What a person writes to leave out a field without choices. */
const NOTHING = '-';

type FormFields = Readonly<Record<string, unknown>>;

/** A value that may be chosen, and how a person sees it. */
interface Option {
  readonly value: FormValue;
  readonly shown: string;
}

interface FormField {
  readonly name: string;
  readonly kind: 'text' | 'number' | 'choice' | 'several';
  readonly options: readonly Option[];
  readonly isRequired: boolean;
  readonly schema: FormFields;
}

const objectsIn = (value: unknown): FormFields[] => (Array.isArray(value) ? value.filter(isObject) : []);
const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
const textIn = (value: unknown, most = MOST_TEXT): string =>
  typeof value === 'string' ? truncateUntrusted(value, most).trim() : '';

/** The values of an enumeration: titled ones, or plain ones with their names beside them. */
function optionsOf(schema: FormFields): Option[] {
  const titled = [...objectsIn(schema['oneOf']), ...objectsIn(schema['anyOf'])];
  if (titled.length > 0)
    return titled.flatMap(({ const: value, title }) =>
      typeof value === 'string' ? [{ value, shown: textIn(title) || value }] : [],
    );
  const names = textsIn(schema['enumNames']);
  return textsIn(schema['enum']).map((value, at) => ({ value, shown: textIn(names[at]) || value }));
}

function kindOf(schema: FormFields): Pick<FormField, 'kind' | 'options'> | null {
  const { type, items } = schema;
  if (type === 'boolean')
    return {
      kind: 'choice',
      options: [
        { value: true, shown: YES },
        { value: false, shown: NO },
      ],
    };
  if (type === 'number' || type === 'integer') return { kind: 'number', options: [] };
  if (type === 'array' && isObject(items)) return { kind: 'several', options: optionsOf(items) };
  if (type !== 'string') return null;
  const options = optionsOf(schema);
  return { kind: options.length > 0 ? 'choice' : 'text', options };
}

/** The fields of a form; null for one that people cannot be asked for. */
function fieldsOf({ properties, required }: FormFields): FormField[] | null {
  const entries = isObject(properties) ? Object.entries(properties) : [];
  if (entries.length > MOST_FIELDS) return null;
  const needed = new Set(textsIn(required));
  const fields = entries.map(([name, schema]): FormField | null => {
    const kind = isObject(schema) ? kindOf(schema) : null;
    return kind && { name, ...kind, isRequired: needed.has(name), schema: schema as FormFields };
  });
  return fields.every((field) => field !== null) ? fields : null;
}

const defaultOf = ({ schema, options }: FormField): string | undefined => {
  const value = schema['default'];
  if (value === undefined || value === null) return undefined;
  const shown = (one: unknown): string => options.find((option) => option.value === one)?.shown ?? textIn(String(one));
  return Array.isArray(value) ? value.map(shown).join(', ') : shown(value);
};

/** How to leave out a field, and what is taken then. */
function leavingOut(field: FormField): string {
  const usual = defaultOf(field);
  return usual === undefined ? LEAVE_OUT : `${LEAVE_OUT} (${usual})`.slice(0, LONGEST_CHOICE).toWellFormed();
}

/** The choices of a question; empty where there are too few, too many, or two that look alike, so that a person writes. */
function choicesOf(field: FormField): string[] {
  const { options, isRequired } = field;
  if (options.length === 0) return [];
  const choices = [...options.map(({ shown }) => shown), ...(isRequired ? [] : [leavingOut(field)])];
  const fits = choices.every((one) => one.length > 0 && one.length <= LONGEST_CHOICE);
  const isList = choices.length >= 2 && choices.length <= MOST_CHOICES && new Set(choices).size === choices.length;
  return fits && isList ? choices : [];
}

function hintFor(field: FormField): string[] {
  const { schema, options, isRequired } = field;
  const limits = [
    ...(typeof schema['format'] === 'string' ? [`Format: ${textIn(schema['format'])}.`] : []),
    ...(schema['minimum'] === undefined ? [] : [`At least ${textIn(String(schema['minimum']))}.`]),
    ...(schema['maximum'] === undefined ? [] : [`At most ${textIn(String(schema['maximum']))}.`]),
  ];
  if (choicesOf(field).length > 0) return limits;
  const oneOf = options.length === 0 ? [] : [`One of: ${options.map(({ shown }) => shown).join(', ')}.`];
  const several = field.kind === 'several' ? ['Separate several with commas.'] : [];
  const leave = isRequired ? [] : [`Write ${NOTHING} to leave it out${usualOf(field)}.`];
  return [...limits, ...oneOf, ...several, ...leave].map((line) => truncateUntrusted(line, MOST_TEXT));
}

function usualOf(field: FormField): string {
  const usual = defaultOf(field);
  return usual === undefined ? '' : ` (${usual})`;
}

/** The words before a server's own, so that nobody takes them for those of the agent or of Crumbtrail. */
const introduce = ({ server, tool }: FormContext, message: unknown): string =>
  `The server ${server} asks this while ${tool} runs:\n${textIn(message, MOST_MESSAGE)}`;

function questionFor(field: FormField, lines: readonly string[], problem: string | undefined): PersonQuestion {
  const { name, schema, kind } = field;
  const title = textIn(schema['title']) || textIn(name);
  const description = textIn(schema['description']);
  const about = [title, ...(description === '' ? [] : [description]), ...hintFor(field)];
  const wrong = problem === undefined ? [] : [`The last answer does not fit: ${problem}.`];
  const choices = choicesOf(field);
  return {
    question: [...lines, ...about, ...wrong].join('\n'),
    ...(choices.length === 0 ? {} : { choices }),
    ...(choices.length > 0 && kind === 'several' ? { multiple: true } : {}),
  };
}

/** A value, `leave out`, or what is wrong with the answer. */
type ReadAnswer = { readonly value: FormValue } | { readonly problem: string } | 'leave out';

function chosenValue({ kind, options }: FormField, chosen: readonly string[]): FormValue | undefined {
  const values = chosen.map((one) => options.find(({ shown, value }) => shown === one || value === one)?.value);
  if (values.includes(undefined)) return undefined;
  return kind === 'several' ? values.map(String) : values[0];
}

function givenValue(field: FormField, { choices, text = '' }: FormAnswer): FormValue | undefined {
  const { kind, options } = field;
  if (options.length > 0) {
    const written = kind === 'several' ? text.split(',').map((one) => one.trim()) : [text.trim()];
    return chosenValue(field, choices ?? written);
  }
  if (kind === 'several') return text.split(',').map((one) => one.trim());
  if (kind === 'number') return /^[-+]?\d/.test(text.trim()) ? Number(text.trim()) : undefined;
  return text;
}

function isLeftOut(field: FormField, { choices, text }: FormAnswer): boolean {
  if (field.isRequired) return false;
  return choices === undefined ? text?.trim() === NOTHING : choices.includes(leavingOut(field));
}

function readAnswer(field: FormField, answer: FormAnswer): ReadAnswer {
  if (isLeftOut(field, answer)) return 'leave out';
  const value = givenValue(field, answer);
  if (value === undefined || Number.isNaN(value))
    return { problem: field.kind === 'number' ? 'it is no number' : 'it is none of the choices' };
  const [issue] = compileJsonCheck(softSchema(field.schema)).issues(value, 1);
  return issue === undefined ? { value } : { problem: `it ${issue.message}` };
}

type FieldReply = { readonly value: FormValue | undefined } | { readonly action: 'decline' | 'cancel' };

function refusalOf(reply: Exclude<PersonReply, { kind: 'answered' }>): { readonly action: 'decline' | 'cancel' } {
  return { action: reply.kind === 'timed out' ? 'cancel' : 'decline' };
}

/** What a field takes when it is left out: its default, if that fits. */
function defaultValue({ schema }: FormField): FormValue | undefined {
  const value = schema['default'];
  const fits = value !== undefined && compileJsonCheck(softSchema(schema)).issues(value, 1).length === 0;
  return fits ? (value as FormValue) : undefined;
}

async function askField(field: FormField, lines: readonly string[], { ask }: FormContext): Promise<FieldReply> {
  let problem: string | undefined;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt += 1) {
    const reply = await ask(questionFor(field, lines, problem));
    if (reply.kind !== 'answered') return refusalOf(reply);
    const read = readAnswer(field, reply.answer);
    if (read === 'leave out') return { value: defaultValue(field) };
    if ('value' in read) return read;
    problem = read.problem;
  }
  return { action: 'cancel' };
}

/** A form without fields asks whether to go on. */
async function askConsent(message: unknown, context: FormContext): Promise<FormReply> {
  const reply = await context.ask({ question: introduce(context, message), choices: [YES, NO] });
  if (reply.kind !== 'answered') return refusalOf(reply);
  return reply.answer.choices?.[0] === YES ? { action: 'accept', content: {} } : { action: 'decline' };
}

/**
 * Asks a person for the input that a server wants, one question for each field of its form. What cannot be asked, such as a page to be opened, is
 * declined; so is what nobody may answer. A server's texts are untrusted data.
 */
export async function askForm(params: FormFields, context: FormContext): Promise<FormReply> {
  const { mode = 'form', message, requestedSchema } = params;
  if (mode !== 'form' || !isObject(requestedSchema)) return { action: 'decline' };
  const fields = fieldsOf(requestedSchema);
  if (fields === null) return { action: 'decline' };
  if (fields.length === 0) return askConsent(message, context);
  const content: Record<string, FormValue> = {};
  for (const [at, field] of fields.entries()) {
    const place = fields.length === 1 ? [] : [`Question ${at + 1} of ${fields.length}:`];
    const reply = await askField(field, [introduce(context, message), '', ...place], context);
    if ('action' in reply) return reply;
    if (reply.value !== undefined) content[field.name] = reply.value;
  }
  return { action: 'accept', content };
}
