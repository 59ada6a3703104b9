import type { AgentSettings } from '@crumbtrail/agent-kit';
import { failBoot, runStation } from '@crumbtrail/platform';
import { appModule } from './app.module';
import { STATION, toConfig } from './config';

function readConfig(): AgentSettings {
  try {
    return toConfig();
  } catch (error) {
    return failBoot(STATION, error);
  }
}

const config = readConfig();
void runStation({ station: STATION, module: appModule(config), config });
