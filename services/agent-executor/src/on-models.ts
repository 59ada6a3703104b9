import { Controller } from '@nestjs/common';
import { ModelTrials } from '@crumbtrail/agent-kit';
import { Respond } from '@crumbtrail/bus';
import {
  ReadModelSetting,
  TryModel,
  type ModelSetting,
  type ModelTrial,
  type TryModelRequest,
} from '@crumbtrail/contracts/operations/models';

/** Says which model the environment names, and tries models that an operator connects. */
@Controller()
export class OnModels {
  constructor(private readonly trials: ModelTrials) {}

  @Respond(ReadModelSetting)
  async setting(): Promise<ModelSetting> {
    return this.trials.setting();
  }

  @Respond(TryModel)
  async try(request: TryModelRequest): Promise<ModelTrial> {
    return this.trials.run(request);
  }
}
