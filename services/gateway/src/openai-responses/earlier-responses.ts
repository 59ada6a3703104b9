import { Injectable } from '@nestjs/common';
import {
  AgentResponse,
  asCrumb,
  type AgentResponseV1,
  CrumbError,
  type Envelope,
  List,
  responseId,
  UserMessage,
} from '@crumbtrail/contracts';
import type { ResponseInputItem, ResponsesBody } from '@crumbtrail/contracts/http/openai-responses';
import type { Caller } from '../http/caller';
import { invalidParam, OpenAiError } from '../openai/openai-error';
import { ServiceRequests } from '../ports';
import { BreadcrumbReader } from '../records/breadcrumb-reader';
import { TurnStopper } from '../turns/turn-stopper';

/** The id of a response or of its message: the turn, and the step that it follows if the turn continued. */
const ID = /^(?:resp|msg)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-\d+)?$/;

const PARAM = 'previous_response_id';

const unknownResponse = (id: string): OpenAiError =>
  new OpenAiError(404, {
    message: `There is no response ${id.slice(0, 80)} that this key may read.`,
    type: 'invalid_request_error',
    param: PARAM,
    code: 'previous_response_not_found',
  });

/** Finds what earlier responses said, and where. A response is the end of its turn in the log. */
@Injectable()
export class EarlierResponses {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
    private readonly stopper: TurnStopper,
  ) {}

  /** The input as items; references to messages of the agent are replaced by these. */
  async readItems(caller: Caller, { input }: ResponsesBody): Promise<readonly ResponseInputItem[]> {
    if (typeof input === 'string') return [{ role: 'user', content: input }];
    return Promise.all(
      input.map(async (item) => {
        const turn = item.type === 'item_reference' ? ID.exec(item.id ?? '')?.[1] : undefined;
        if (turn === undefined) return item;
        const response = await this.responseOf(caller, turn);
        return { role: 'assistant', content: response?.context.content ?? '' };
      }),
    );
  }

  /**
   * The session in which a new message follows an earlier response. A turn that still waits for the client is stopped. Throws if
   * the conversation has continued since: a session has one end.
   */
  async sessionAfter(caller: Caller, id: string): Promise<string> {
    const turn = ID.exec(id)?.[1];
    const response = turn === undefined ? undefined : await this.endOf(caller, turn);
    if (response?.session === undefined) throw unknownResponse(id);
    const { session, trail_id } = response;
    const { participant } = await this.requests.identify(caller);
    const author = `${participant.kind}:${participant.id}`;
    const query = { schema: UserMessage.name, session, author, limit: 1, order: 'desc' as const };
    const [newest] = (await this.requests.request(List, caller, query)).crumbs;
    if (newest && newest.id !== trail_id)
      throw invalidParam(
        PARAM,
        `The conversation has continued after ${id}: name its latest response, or send the conversation as \`input\`.`,
      );
    return session;
  }

  private async responseOf(caller: Caller, turn: string): Promise<Envelope<AgentResponseV1> | undefined> {
    const { workspace } = await this.requests.identify(caller);
    const [crumb] = await this.reader.readAvailable(caller, [{ id: responseId(workspace, turn) }]);
    return asCrumb(AgentResponse.name, crumb) ?? undefined;
  }

  private async endOf(caller: Caller, turn: string): Promise<Envelope<AgentResponseV1> | undefined> {
    const response = await this.responseOf(caller, turn);
    if (response) return response;
    try {
      const { response: stopped } = await this.stopper.stop(caller, turn);
      return asCrumb(AgentResponse.name, stopped) ?? undefined;
    } catch (error) {
      if (error instanceof CrumbError && error.code === 'not_found') return undefined;
      throw error;
    }
  }
}
