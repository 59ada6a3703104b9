import type { AgentSettings } from '@crumbtrail/agent-kit';
import { exitOnBootFailure, runService } from '@crumbtrail/platform';
import { AppModule } from './app.module';
import { SERVICE, toConfig } from './config';

function readConfig(): AgentSettings {
  try {
    return toConfig();
  } catch (error) {
    return exitOnBootFailure(SERVICE, error);
  }
}

const config = readConfig();
void runService({ service: SERVICE, module: AppModule.forRoot(config), config });
