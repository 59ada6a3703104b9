import type { SubqueryReply, SubqueryRequest } from '@crumbtrail/contracts';
import type { ModelRequest } from '@crumbtrail/prompting';
import { askShorter, trimAnswer, type BuiltSubquery, type OrError } from '../turn/subquery';

/** Calls the model of a subquery and takes its answer. */
export type CallModel = (request: ModelRequest) => Promise<OrError<{ readonly answer: string }>>;

/** The answer within its limit of words: the model is asked once more for a shorter one, then the rest is left out. */
export async function askWithinWords(
  call: CallModel,
  built: BuiltSubquery,
  asked: SubqueryRequest,
): Promise<Omit<SubqueryReply, 'model_calls'>> {
  const first = await call(built.request);
  if ('error' in first) return first;
  const shorter = askShorter(built, asked, first.answer);
  const second = shorter ? await call(shorter) : first;
  const { answer, omitted } = trimAnswer('error' in second ? first.answer : second.answer, asked.max_words);
  const trimmed = { ...built.trimmed, ...(omitted > 0 && { words: omitted }) };
  return { answer, ...(Object.keys(trimmed).length > 0 && { trimmed }) };
}
