import { Controller, Res } from '@nestjs/common';
import { type ProblemCode, refuse } from '@crumbtrail/contracts';
import { type AgUiRunInput, RunAgUiAgent } from '@crumbtrail/contracts/http/agui';
import type { Response } from 'express';
import { Input, Route, type RouteInput } from '../http/route';
import { ChatSubmitter } from '../openai/chat-submitter';
import { OpenAiError } from '../openai/openai-error';
import { ignoredBy, setTurnHeaders } from '../openai/turn-headers';
import { WaitingClients } from '../openai/waiting-clients';
import type { FollowedRun } from './followed-run';
import { toChatRequest, unusedFields } from './run-input';
import { RunResumer } from './run-resumer';
import { RunStreamer } from './run-streamer';

/** Codes of errors that a chat request can cause, by their status in the OpenAI protocol. */
const CODES: Readonly<Record<number, ProblemCode>> = { 403: 'forbidden', 404: 'not_found', 413: 'too_large' };

/** Agents for user interfaces that speak AG-UI: a thread is a session, a run is a turn or a part of it. */
@Controller()
export class AgUiController {
  constructor(
    private readonly submitter: ChatSubmitter,
    private readonly resumer: RunResumer,
    private readonly streamer: RunStreamer,
    private readonly clients: WaitingClients,
  ) {}

  @Route(RunAgUiAgent)
  async run(
    @Input() { params: { agent }, body }: RouteInput<typeof RunAgUiAgent>,
    @Res() response: Response,
  ): Promise<void> {
    const run = await this.begin(response, agent, body).catch(toProblemOfRun);
    await this.clients.serve(run, () => this.streamer.stream(response, body, run));
  }

  private async begin(response: Response, agent: string, input: AgUiRunInput): Promise<FollowedRun> {
    if (input.resume?.length) {
      const run = await this.resumer.resume(response, agent, input);
      setTurnHeaders(response, run, unusedFields(input));
      return run;
    }
    const { threadId, runId } = input;
    const chat = toChatRequest(agent, input);
    const asked = await this.submitter.submit(response, chat, `agui:${agent}:${threadId}:${runId}`);
    setTurnHeaders(response, asked, ignoredBy(asked));
    const isContinued = asked.completion !== asked.turn;
    return { ...asked, begins: isContinued ? 'continued' : asked.isNew ? 'new' : 'again' };
  }
}

/** Before its stream begins, a run is refused as every request is. */
function toProblemOfRun(error: unknown): never {
  if (!(error instanceof OpenAiError)) throw error;
  throw refuse(CODES[error.status] ?? 'invalid_payload', error.message);
}
