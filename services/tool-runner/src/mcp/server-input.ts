import { isObject } from '@crumbtrail/contracts';
import { type ToolCall, ToolError } from '@crumbtrail/tool-runtime';
import { askForm, type FormReply } from './form-questions';

/** A call of a server's tool that runs. */
export interface RunningCall {
  readonly server: string;
  /** The name of the tool here. */
  readonly tool: string;
  readonly call: Pick<ToolCall, 'askPerson'>;
}

type InputFields = Readonly<Record<string, unknown>>;

const ELICITATION = 'elicitation/create';

/** Asks the person of a call for the input that its server wants. Rejects once `withdrawn` is aborted. */
export const askPersonOf = (
  { server, tool, call }: RunningCall,
  params: InputFields,
  withdrawn: AbortSignal,
): Promise<FormReply> => askForm(params, { server, tool, ask: (question) => call.askPerson(question, withdrawn) });

/**
 * Asks for what an earlier revision requests beside a call. It does not say for which: where several calls run, nobody is asked, because it might
 * be the wrong person.
 */
export async function askForOnly(
  running: ReadonlySet<RunningCall>,
  params: InputFields,
  withdrawn: AbortSignal,
): Promise<FormReply> {
  const [only, ...others] = running;
  return only && others.length === 0 ? askPersonOf(only, params, withdrawn) : { action: 'decline' };
}

/** The replies to what a result of the newest revision requires, by the names of its requests. */
export async function respondToInputs(
  running: RunningCall,
  { inputRequests }: InputFields,
  signal: AbortSignal,
): Promise<Record<string, FormReply>> {
  const replies: Record<string, FormReply> = {};
  for (const [name, request] of Object.entries(isObject(inputRequests) ? inputRequests : {})) {
    const { method, params } = isObject(request) ? request : {};
    if (method !== ELICITATION || !isObject(params))
      throw new ToolError(
        'failed',
        `${running.tool} was rejected: its server requests something that is not supported here.`,
      );
    replies[name] = await askPersonOf(running, params, signal);
  }
  return replies;
}
