import { Module, type DynamicModule } from '@nestjs/common';
import { DATABASE } from './database/database';
import type { OpenDatabase } from './database/open-database';

/** Wiring only. */
@Module({})
export class AppModule {
  static over({ database }: OpenDatabase): DynamicModule {
    return { module: AppModule, providers: [{ provide: DATABASE, useValue: database }], exports: [DATABASE] };
  }
}
