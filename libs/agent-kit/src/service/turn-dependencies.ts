import { Inject, Injectable } from '@nestjs/common';
import { TurnMeter } from '../telemetry/turn-meter';
import type { TurnDependencies } from './continue-turn';
import { TurnModels, TurnClaims, TurnLog, TurnReader } from './ports';

/** What the pipeline needs, as this process has it. */
@Injectable()
export class TurnDependenciesProvider implements TurnDependencies {
  @Inject(TurnClaims) readonly claims!: TurnClaims;
  @Inject(TurnReader) readonly reader!: TurnReader;
  @Inject(TurnModels) readonly speakers!: TurnModels;
  @Inject(TurnLog) readonly log!: TurnLog;
  @Inject(TurnMeter) readonly meter!: TurnMeter;
}
