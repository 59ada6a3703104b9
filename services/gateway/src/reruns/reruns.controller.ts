import { Controller, Res } from '@nestjs/common';
import { RerunTurn, type Rerun } from '@crumbtrail/contracts/http/reruns';
import type { Response } from 'express';
import { disconnectSignal } from '../http/disconnect-signal';
import { Input, Route, type RouteInput } from '../http/route';
import { TurnReruns } from './turn-reruns';

/** Runs turns again with changes, for operators. */
@Controller()
export class RerunsController {
  constructor(private readonly reruns: TurnReruns) {}

  @Route(RerunTurn)
  rerun(
    @Input() { params, body, caller }: RouteInput<typeof RerunTurn>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Rerun> {
    return this.reruns.run({ caller, gone: disconnectSignal(response) }, params.id, body);
  }
}
