import { Controller, Inject } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { Calibration, type CalibrationReply, type CalibrationRequest } from '@crumbtrail/contracts';
import { DATABASE, type Database } from '../database/database';
import { Callers } from '../identity/callers';
import { calibrateModel } from '../reading/calibrate-model';
import { shaped, shapes } from './request-shape';

/** Says how bills compare with counts. */
@Controller()
export class OnCalibration {
  constructor(
    private readonly callers: Callers,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  @Respond(Calibration)
  async handle(request: CalibrationRequest, from: RequestContext): Promise<CalibrationReply> {
    const { workspace } = await this.callers.of(Calibration, from);
    return calibrateModel(this.database, workspace, shaped(shapes.calibration, request));
  }
}
