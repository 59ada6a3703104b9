import { exitOnBootFailure, runService } from '@crumbtrail/platform';
import { AppModule } from './app.module';
import { SERVICE, toConfig, type ToolRunnerConfig } from './config';

function readConfig(): ToolRunnerConfig {
  try {
    return toConfig();
  } catch (error) {
    return exitOnBootFailure(SERVICE, error);
  }
}

const config = readConfig();
void runService({ service: SERVICE, module: AppModule.forRoot(config), config });
