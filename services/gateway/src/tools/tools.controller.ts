import { Controller, HttpStatus, Res } from '@nestjs/common';
import { type ToolTrial, TryTool } from '@crumbtrail/contracts/http/tools';
import type { Response } from 'express';
import { Input, Route, type RouteInput } from '../http/route';
import { ToolTrials } from './tool-trials';

/** Tool trials, for operators. */
@Controller()
export class ToolsController {
  constructor(private readonly trials: ToolTrials) {}

  @Route(TryTool)
  async try(
    @Input() { params, body }: RouteInput<typeof TryTool>,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ToolTrial> {
    const trial = await this.trials.run(response, { tool: params.name, ...body });
    response.status(trial.result ? HttpStatus.OK : HttpStatus.ACCEPTED);
    return trial;
  }
}
