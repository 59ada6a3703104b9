import type { FactoryProvider } from '@nestjs/common';
import { TurnMeter } from '../telemetry/turn-meter';
import type { TurnDependencies } from './continue-turn';
import { TurnClaims, TurnLog, TurnModels, TurnReader } from './ports';

/** Injection token of the TurnDependencies that continueTurn takes. */
export const TURN_DEPENDENCIES = Symbol('agent-kit.turn-dependencies');

/** Collects what continueTurn needs from the providers of TurnsModule. */
export const turnDependencies: FactoryProvider<TurnDependencies> = {
  provide: TURN_DEPENDENCIES,
  inject: [TurnClaims, TurnReader, TurnModels, TurnLog, TurnMeter],
  // eslint-disable-next-line max-params -- Nest passes one argument for each injected provider
  useFactory: (
    claims: TurnClaims,
    reader: TurnReader,
    models: TurnModels,
    log: TurnLog,
    meter: TurnMeter,
  ): TurnDependencies => ({ claims, reader, models, log, meter }),
};
