import { Inject, Injectable } from '@nestjs/common';
import { TurnMeter } from '../telemetry/turn-meter';
import type { World } from './pipeline';
import { Speakers, TurnClaims, TurnLog, TurnReader } from './ports';

/** What the pipeline needs, as this process has it. */
@Injectable()
export class TheWorld implements World {
  @Inject(TurnClaims) readonly claims!: TurnClaims;
  @Inject(TurnReader) readonly reader!: TurnReader;
  @Inject(Speakers) readonly speakers!: Speakers;
  @Inject(TurnLog) readonly log!: TurnLog;
  @Inject(TurnMeter) readonly meter!: TurnMeter;
}
