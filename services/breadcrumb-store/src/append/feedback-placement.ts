import { AgentResponse, AnswerFeedback } from '@crumbtrail/contracts';
import { invalid } from '../commands/require-storable';
import { keyOf, type CrumbRecord } from '../ledger/stored-rows';
import type { Ledger } from '../ledger/ledger';
import type { PreparedCreate } from '../commands/commands';
import { placeIndependently } from './independent-placement';
import { requireAgreement, type PlaceCrumb } from './placement';

/** The answer that feedback is about, which must be its cause. */
function requireAnswer({ cause, context }: PreparedCreate, workspace: string, ledger: Ledger): CrumbRecord {
  const answer = cause && ledger.crumbs.get(keyOf(workspace, cause.id));
  if (answer?.schema_name !== AgentResponse.name || answer.erased_at !== null)
    throw invalid(`Invalid ${AnswerFeedback.name}.`, [
      { path: '/cause', rule: 'answer', message: `must be the ${AgentResponse.name} that it is about` },
    ]);
  requireAgreement('the answer that is its cause', context, { 'response/id': answer.id });
  return answer;
}

/** Feedback on an answer: outside of its session, on its trail, and for those who may read the answer. */
export const placeFeedback: PlaceCrumb = (write, command, ledger) => {
  const placement = placeIndependently(write, command, ledger);
  return {
    ...placement,
    fields: (schema) => {
      const { audience: given, session } = write;
      if (given !== null || session !== null)
        throw invalid(`Invalid ${AnswerFeedback.name}.`, [
          {
            path: given === null ? '/session' : '/audience',
            rule: 'answer',
            message: 'follows from the answer; leave it out',
          },
        ]);
      const fields = placement.fields(schema);
      const { audience } = requireAnswer(write, command.caller.workspace, ledger);
      return { ...fields, audience };
    },
  };
};
