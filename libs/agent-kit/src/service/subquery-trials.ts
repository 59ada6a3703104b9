import { Injectable } from '@nestjs/common';
import type { ModelCallRecord, SubqueryRequest } from '@crumbtrail/contracts';
import type { SubqueryTrial, TrySubqueryRequest } from '@crumbtrail/contracts/operations/subqueries';
import { callUsage, completeTemplate, type ModelRequest, type Turn } from '@crumbtrail/prompting';
import { GracefulAbort } from '@crumbtrail/tool-runtime';
import { buildSubquery, takeAnswer, type OrError, type SubqueryInput } from '../turn/subquery';
import { askWithinWords } from './ask-within-words';
import { MeasuredModel, SILENT } from './measured-model';
import { SubqueryTemplates, TurnReader, type LoadedTurn } from './ports';
import { ANSWER_WITHIN_MS, SUBQUERY_TIMEOUT } from './subquery-answerer';

/** The recorded turn as it was when its model was first called. */
const atFirstCall = ({ spent: _, ...turn }: Turn): Turn => ({
  ...turn,
  steps: [],
  responses: new Map(),
  late: new Map(),
});

/** One subquery while it is tried. */
interface RunningTrial extends SubqueryInput {
  readonly open: LoadedTurn;
  readonly model_calls: ModelCallRecord[];
  readonly timeout: AbortSignal;
}

/** Asks subqueries outside of turns, to see what a template leads to. It stores nothing, and guards of the recorded turn do not count. */
@Injectable()
export class SubqueryTrials {
  constructor(
    private readonly turns: TurnReader,
    private readonly templates: SubqueryTemplates,
    private readonly models: MeasuredModel,
    private readonly leaving: GracefulAbort,
  ) {}

  async run(wish: TrySubqueryRequest, traceparent?: string): Promise<SubqueryTrial> {
    const { workspace, turn, position } = wish;
    const wakeUp = { workspace, turn, position, ...(traceparent !== undefined && { traceparent }) };
    const open = await this.turns.read(wakeUp);
    if ('gone' in open) return { error: { code: 'erased', message: open.gone }, model_calls: [] };
    const trial = await this.prepare(open, wish);
    const built = buildSubquery(trial, this.models.can({ workspace, connection: open.connection }));
    if ('error' in built) return { error: built.error, model_calls: [] };
    const prompt = built.request.messages.at(-1)?.content ?? '';
    const outcome = await askWithinWords((request) => this.call(trial, request), built, trial.asked);
    return { prompt, ...outcome, model_calls: trial.model_calls };
  }

  private async prepare(open: LoadedTurn, { template: given, ...wish }: TrySubqueryRequest): Promise<RunningTrial> {
    const saved = given ? { template: given } : await this.templates.read(wish.workspace, wish.type);
    const template = completeTemplate(wish.type, saved?.template);
    const max_words = wish.max_words ?? template.max_words;
    const asked: SubqueryRequest = { ...wish, max_words, step: 1, ordinal: 0 };
    return {
      turn: atFirstCall(open.turn),
      asked,
      template,
      context_window: open.turn.definition.model?.context_window ?? open.context.budget.context_window,
      open,
      model_calls: [],
      timeout: AbortSignal.timeout(ANSWER_WITHIN_MS),
    };
  }

  private async call(trial: RunningTrial, request: ModelRequest): Promise<OrError<{ readonly answer: string }>> {
    const { open, timeout, model_calls } = trial;
    const { turn, prices, connection } = open;
    const asked = { asking: turn, workspace: turn.workspace, prices, connection, request };
    try {
      const signal = AbortSignal.any([this.leaving.signal, timeout]);
      const { reply, measured } = await this.models.call(asked, SILENT, signal);
      model_calls.push(callUsage(reply, measured));
      return takeAnswer(trial, reply);
    } catch (error) {
      if (!timeout.aborted) throw error;
      return { error: SUBQUERY_TIMEOUT };
    }
  }
}
