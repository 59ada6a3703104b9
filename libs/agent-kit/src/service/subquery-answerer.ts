import { Injectable } from '@nestjs/common';
import {
  asPayload,
  UserMessage,
  type AgentDefV1,
  type ModelCallRecord,
  type Ref,
  type SubqueryReply,
  type SubqueryRequest,
} from '@crumbtrail/contracts';
import {
  callUsage,
  completeTemplate,
  definitionCast,
  expandDefinition,
  shownTokens,
  type ModelRequest,
} from '@crumbtrail/prompting';
import {
  buildSubquery,
  choosePictures,
  takeAnswer,
  refuseSubquery,
  type OrError,
  type SubqueryInput,
} from '../turn/subquery';
import { askWithinWords } from './ask-within-words';
import { AgentDefinitions, SubqueryTemplates, TurnModels, TurnReader, type LoadedTurn } from './ports';

/** The time limit of an answer with all its model calls. */
export const ANSWER_WITHIN_MS = 50_000;

/** The error of an answer that takes longer. */
export const SUBQUERY_TIMEOUT = {
  code: 'timeout',
  message: `The model did not answer within ${ANSWER_WITHIN_MS / 1000} s. Ask for less.`,
} as const;

const UNFINISHED = {
  timeout: SUBQUERY_TIMEOUT,
  'turn ended': { code: 'cancelled', message: 'The turn that asked has ended.' },
} as const;

/** One subquery while it is answered. */
interface SubqueryRun extends SubqueryInput {
  readonly open: LoadedTurn;
  /** The crumb that holds its template. Absent: the template is the built-in one. */
  readonly saved?: Ref;
  /** What each call took. */
  readonly model_calls: ModelCallRecord[];
  /** Milliseconds of `performance.now()`. */
  readonly until: number;
}

/** Asks a model on behalf of a turn that waits for a tool. It writes nothing: the tool's response records answer and usage. */
@Injectable()
export class SubqueryAnswerer {
  constructor(
    private readonly turns: TurnReader,
    private readonly models: TurnModels,
    private readonly agents: AgentDefinitions,
    private readonly templates: SubqueryTemplates,
  ) {}

  async answer(asked: SubqueryRequest, traceparent?: string): Promise<SubqueryReply> {
    const { workspace, turn, position } = asked;
    const open = await this.turns.read({
      workspace,
      turn,
      position,
      ...(traceparent !== undefined && { traceparent }),
    });
    if ('gone' in open) return { error: { code: 'erased', message: open.gone }, model_calls: [] };
    const refusal = refuseSubquery(open.turn, asked);
    if (refusal) return { ...refusal, model_calls: [] };
    const run = await this.prepare(open, asked);
    const seen = await this.withPictures(run, traceparent);
    const built = 'error' in seen ? seen : buildSubquery(seen, this.models.can(open));
    const outcome =
      'error' in built ? built : await askWithinWords((request) => this.call(run, request), built, run.asked);
    return { ...outcome, model_calls: run.model_calls };
  }

  /** Another agent answers with its own model, so its own window and prices count. */
  private async prepare(open: LoadedTurn, asked: SubqueryRequest): Promise<SubqueryRun> {
    const { turn, context } = open;
    const other = await this.otherAgent(open, asked);
    const saved = await this.templates.read(asked.workspace, asked.type);
    const template = completeTemplate(asked.type, saved?.template);
    const context_window = (other ?? turn.definition).model?.context_window ?? context.budget.context_window;
    const answering = other === undefined ? open : { ...open, turn: { ...turn, definition: other } };
    return {
      turn,
      asked: { ...asked, max_words: asked.max_words ?? template.max_words },
      template,
      ...(saved && { saved: { id: saved.id, version: saved.version } }),
      ...(other && { other }),
      context_window,
      open: answering,
      model_calls: [],
      until: performance.now() + ANSWER_WITHIN_MS,
    };
  }

  /** A fork has the pictures that the asking agent sees already. */
  private async withPictures(run: SubqueryRun, traceparent?: string): Promise<OrError<SubqueryInput>> {
    const { asked, open, context_window } = run;
    if (!asked.pictures || asked.kind === 'fork') return run;
    const message = open.answering.trigger;
    const files = asPayload(UserMessage.name, message?.context)?.files ?? [];
    const chosen = choosePictures(files, open.turn.definition, context_window);
    if ('error' in chosen || message === null) return chosen as OrError<SubqueryInput>;
    const { pictures } = chosen;
    const wakeUp = { workspace: asked.workspace, ...(traceparent !== undefined && { traceparent }) };
    const shown = await this.turns.readPictures(wakeUp, message.id, pictures);
    return { ...run, pictures: { shown, tokens: shownTokens(pictures) } };
  }

  private async otherAgent(open: LoadedTurn, { kind, agent }: SubqueryRequest): Promise<AgentDefV1 | undefined> {
    if (kind !== 'agent' || agent === undefined) return undefined;
    const { turn, context, answering } = open;
    const written = await this.agents.read(turn.workspace, agent, turn.agent);
    return written ? expandDefinition(written, definitionCast(context, answering)) : undefined;
  }

  private async call(run: SubqueryRun, request: ModelRequest): Promise<OrError<{ readonly answer: string }>> {
    const result = await this.models.call(run.open, request, run.until - performance.now());
    if (typeof result === 'string') return { error: UNFINISHED[result] };
    const used = callUsage(result.reply, result.measured);
    run.model_calls.push({ ...used, ...(run.saved && { template: { ...run.saved } }) });
    return takeAnswer(run, result.reply);
  }
}
