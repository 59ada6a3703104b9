import { Controller } from '@nestjs/common';
import type { SubqueryTrial } from '@crumbtrail/contracts/operations/subqueries';
import { ListSubqueries, TrySubqueryTemplate, type SubqueryKindView } from '@crumbtrail/contracts/http/subqueries';
import { Input, Route, type RouteInput } from '../http/route';
import { SubqueryKinds } from './subquery-kinds';
import { TemplateTrials } from './template-trials';

/** Templates of subqueries, for operators. */
@Controller()
export class SubqueriesController {
  constructor(
    private readonly kinds: SubqueryKinds,
    private readonly trials: TemplateTrials,
  ) {}

  @Route(ListSubqueries)
  async list(
    @Input() { caller }: RouteInput<typeof ListSubqueries>,
  ): Promise<{ readonly subqueries: readonly SubqueryKindView[] }> {
    return { subqueries: await this.kinds.list(caller) };
  }

  @Route(TrySubqueryTemplate)
  try(@Input() { caller, params, body }: RouteInput<typeof TrySubqueryTemplate>): Promise<SubqueryTrial> {
    return this.trials.run(caller, params.type, body);
  }
}
