import { failBoot, runStation } from '@crumbtrail/platform';
import { appModule } from './app.module';
import { STATION, toConfig, type ToolRunnerConfig } from './config';

function readConfig(): ToolRunnerConfig {
  try {
    return toConfig();
  } catch (error) {
    return failBoot(STATION, error);
  }
}

const config = readConfig();
void runStation({ station: STATION, module: appModule(config), config });
