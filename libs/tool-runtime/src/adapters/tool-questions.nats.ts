import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { CrumbStore, type WorkspaceStore } from '@crumbtrail/bus';
import {
  approvalDecisionId,
  asCrumb,
  ASK_PERSON,
  ApprovalDecision,
  contentHash,
  CrumbError,
  isGranted,
  singletonId,
  toJsonObject,
  toolPartId,
  ToolRequest,
  type AgentDefV1,
  type ApprovalDecisionV1,
  type Draft,
} from '@crumbtrail/contracts';
import { requiredApproval, shortenedWait } from '../approval/required-approval';
import { isTurnRequest, ToolClaims, ToolQuestions, ToolResponses } from '../ports';
import type { ReceivedToolRequest, RunQuestion } from '../ports';
import { TOOL_RUNNER } from '../run/check-request';
import { buildToolResponse } from '../run/tool-response';
import type { PersonReply } from '../person-question';
import { ToolError } from '../tool';
import { TOOLS_OPTIONS, type ToolsOptions } from '../tools-options';
import { existingCrumb } from './existing-crumb';
import { toolPart } from './tool-part';

/** How often the log is read for a decision. */
const READ_EVERY_MS = 500;

/** A tool that asks while it runs keeps its server waiting, and HTTP clients end a response in which nothing comes for five minutes. */
const MOST_WAIT_SECONDS_IN_A_RUN = 240;

const nobody = (why: string): PersonReply => ({ kind: 'nobody', why });

function toReply({ decision, answer, timed_out }: ApprovalDecisionV1): PersonReply {
  if (decision === 'answer' && answer) return { kind: 'answered', answer };
  return { kind: timed_out ? 'timed out' : 'declined' };
}

/** Unique within the run, and the same when the run is repeated. */
const nameOf = ({ number, question }: RunQuestion): string =>
  `question-${number}-${contentHash(question)
    .replace(/^sha256:/, '')
    .slice(0, 16)}`;

/** Asks by a request of `ask_person` that is part of the tool's work, and reads the log until somebody has decided. */
@Injectable()
export class ToolQuestionsNats extends ToolQuestions {
  constructor(
    private readonly store: CrumbStore,
    private readonly claims: ToolClaims,
    private readonly responses: ToolResponses,
    @Inject(TOOLS_OPTIONS) private readonly options: ToolsOptions,
  ) {
    super();
  }

  async ask(received: ReceivedToolRequest, asked: RunQuestion): Promise<PersonReply> {
    const { workspace, traceparent, request } = received;
    const { agent } = asked;
    if (agent === null || !isTurnRequest(request)) return nobody('a trial run has no turn.');
    if (!isGranted(agent, ASK_PERSON)) return nobody(`${agent.agent} is not granted ${ASK_PERSON}.`);
    const store = this.store.in(workspace, { traceparent });
    const draft = await this.draftOf(store, received, { ...asked, agent });
    if (draft === null) return nobody(`there is no tool ${ASK_PERSON}.`);
    if (!(await this.request(store, draft, asked))) return nobody('the turn does not go on.');
    return this.decisionOf(store, received, asked);
  }

  private async draftOf(
    store: WorkspaceStore,
    { workspace, request }: ReceivedToolRequest,
    asked: RunQuestion & { readonly agent: AgentDefV1 },
  ): Promise<Draft | null> {
    if (!isTurnRequest(request)) return null;
    const { crumbs } = await store.read({ refs: [{ id: singletonId(workspace, 'tool', ASK_PERSON) }] });
    const crumb = existingCrumb(crumbs[0]);
    if (crumb === null) return null;
    const input = toJsonObject(asked.question);
    const required = requiredApproval(asked.agent, { tool: ASK_PERSON, input, runner: TOOL_RUNNER });
    const approval = required && shortenedWait(required, MOST_WAIT_SECONDS_IN_A_RUN);
    const part = { name: nameOf(asked), tool: ASK_PERSON, input, approval };
    return toolPart({ ...part, request, asked: request.context, crumb, by: this.options.runner });
  }

  /** False where the turn has ended or does not run now. */
  private async request(store: WorkspaceStore, draft: Draft, { fence }: RunQuestion): Promise<boolean> {
    try {
      await store.commit({ writes: [{ op: 'create', draft }], fence });
      return true;
    } catch (error) {
      if (error instanceof CrumbError && error.code === 'turn_closed') return false;
      throw error;
    }
  }

  private async decisionOf(
    store: WorkspaceStore,
    received: ReceivedToolRequest,
    asked: RunQuestion,
  ): Promise<PersonReply> {
    const { workspace, request } = received;
    const part = toolPartId(workspace, request.id, nameOf(asked));
    const refs = [{ id: approvalDecisionId(workspace, part) }];
    const signal = AbortSignal.any([asked.signal, asked.withdrawn]);
    while (!signal.aborted) {
      const { crumbs } = await store.read({ refs });
      const decision = asCrumb(ApprovalDecision.name, existingCrumb(crumbs[0]));
      if (decision) return toReply(decision.context);
      await wait(READ_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
    // A run that ends with its turn, or goes on in another process, leaves the question as it is.
    if (!asked.signal.aborted) await this.withdraw(store, received, part);
    throw new ToolError('cancelled', 'The question was withdrawn.');
  }

  /** Answers the request of `ask_person` itself, so that its turn waits no more. */
  private async withdraw(
    store: WorkspaceStore,
    { workspace, traceparent }: ReceivedToolRequest,
    id: string,
  ): Promise<void> {
    const request = await store.readOne(ToolRequest, id);
    if (!request) return;
    const received = { workspace, request, traceparent };
    const claim = await this.claims.take(received);
    try {
      const error = { code: 'cancelled', message: 'The tool that asked needs no answer any more.' };
      await this.responses.publish(received, buildToolResponse(request, { error }), claim);
    } finally {
      await claim.release({ free: true });
    }
  }
}
