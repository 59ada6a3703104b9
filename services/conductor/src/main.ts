import { exitOnBootFailure, runService } from '@crumbtrail/platform';
import { appModule } from './app.module';
import { SERVICE, toConfig, type ConductorConfig } from './config';

function readConfig(): ConductorConfig {
  try {
    return toConfig();
  } catch (error) {
    return exitOnBootFailure(SERVICE, error);
  }
}

const config = readConfig();
void runService({ service: SERVICE, module: appModule(config), config });
