import { exitOnBootFailure, runService } from '@crumbtrail/platform';
import { AppModule } from './app.module';
import { SERVICE, toConfig, type StoreConfig } from './config';

function readConfig(): StoreConfig {
  try {
    return toConfig();
  } catch (error) {
    return exitOnBootFailure(SERVICE, error);
  }
}

const config = readConfig();
void runService({ service: SERVICE, module: AppModule.forRoot(config), config });
