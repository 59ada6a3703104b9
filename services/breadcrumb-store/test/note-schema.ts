import { CrumbError, SchemaDef, type Draft, type LlmHints } from '@crumbtrail/contracts';

/** A schema that the system does not have. */
export const NOTE = 'note.v1';
export const schema = {
  type: 'object',
  properties: { title: { type: 'string' }, body: { type: 'string' }, secret: { type: 'string' } },
  required: ['body'],
};
const hints: LlmHints = { exclude: ['$.secret'], template: '{{title}}: {{body}} ({{@author}})' };
const examples = [{ title: 'Keys', body: 'under the pot' }];
/** A draft that publishes it. */
export const definition = (more: object = {}): Draft => ({
  schema_name: SchemaDef.name,
  context: { defines: NOTE, schema, llm_hints: hints, examples, ...more },
});
/** A draft of a crumb of it. */
export const note = (context: object, more: Partial<Draft> = {}): Draft => ({
  schema_name: NOTE,
  session: 'demo',
  context: { ...context },
  ...more,
});

/** How a commit was refused; throws when it was not. */
export async function refusal(work: Promise<unknown>): Promise<{ code: string; paths: string[]; messages: string[] }> {
  const error: unknown = await work.then(
    () => new Error('was not refused'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof CrumbError)) throw error;
  const issues = error.problem.issues ?? [];
  return { code: error.code, paths: issues.map(({ path }) => path), messages: issues.map(({ message }) => message) };
}
