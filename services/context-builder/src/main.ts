import { exitOnBootFailure, runService } from '@crumbtrail/platform';
import { appModule } from './app.module';
import { SERVICE, toConfig, type BuilderConfig } from './config';

function readConfig(): BuilderConfig {
  try {
    return toConfig();
  } catch (error) {
    return exitOnBootFailure(SERVICE, error);
  }
}

const config = readConfig();
void runService({ service: SERVICE, module: appModule(config), config });
