import { failBoot, runStation } from '@crumbtrail/platform';
import { AppModule } from './app.module';
import { STATION, toConfig, type StoreConfig } from './config';

function readConfig(): StoreConfig {
  try {
    return toConfig();
  } catch (error) {
    return failBoot(STATION, error);
  }
}

const config = readConfig();
void runStation({ station: STATION, module: AppModule.of(config), config });
