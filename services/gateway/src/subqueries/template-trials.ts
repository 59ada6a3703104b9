import { Injectable } from '@nestjs/common';
import { contextId, refuse, SubqueryDef, validateContext, type SubqueryDefV1 } from '@crumbtrail/contracts';
import { TrySubquery, type SubqueryTrial } from '@crumbtrail/contracts/operations/subqueries';
import type { TrySubqueryTemplate } from '@crumbtrail/contracts/http/subqueries';
import { requireContext } from '../contexts/require-context';
import type { Caller } from '../http/caller';
import type { RouteInput } from '../http/route';
import { ServiceRequests } from '../ports';
import { BreadcrumbReader } from '../records/breadcrumb-reader';

type TrialInput = RouteInput<typeof TrySubqueryTemplate>['body'];

/** The executor takes at most 50 s for an answer. */
const TRIAL_WITHIN_MS = 55_000;

/** Refuses a template that could not be saved. */
function checkTemplate(type: SubqueryDefV1['type'], template: unknown): void {
  if (template === undefined) return;
  const issues = validateContext(SubqueryDef.name, { type, template });
  if (issues.length > 0)
    throw refuse('invalid_payload', 'The template is not valid: see `issues`.', {
      issues: issues.map(({ path, ...issue }) => ({ ...issue, path: `/template${path.replace(/^\/template/, '')}` })),
    });
}

/** Tries templates of subqueries on recorded turns, for operators. */
@Injectable()
export class TemplateTrials {
  constructor(
    private readonly requests: ServiceRequests,
    private readonly reader: BreadcrumbReader,
  ) {}

  async run(caller: Caller, type: SubqueryDefV1['type'], body: TrialInput): Promise<SubqueryTrial> {
    const { workspace, cell } = await this.requests.requireOperator(caller, 'try templates of subqueries');
    const { turn, request, content, context, max_words, template } = body;
    checkTemplate(type, template);
    const crumb = await this.reader.read(caller, contextId(workspace, turn));
    const { agent, runner } = requireContext(crumb).context;
    if (runner === 'service')
      throw refuse('invalid_payload', `The agent ${agent} runs as its own service. Try it on a turn of another agent.`);
    const asked = {
      workspace,
      turn,
      position: crumb.position,
      kind: context === 'none' ? ('fresh' as const) : ('fork' as const),
      type,
      request,
      ...(template && { template }),
      ...(content !== undefined && { content: { source: 'text', parts: [{ text: content }] } }),
      ...(max_words !== undefined && { max_words }),
    };
    return this.requests.requestAsGateway(TrySubquery, asked, { timeoutMs: TRIAL_WITHIN_MS, cell });
  }
}
