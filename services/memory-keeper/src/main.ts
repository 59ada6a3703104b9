import { runService } from '@crumbtrail/platform';
import { AppModule } from './app.module';
import { SERVICE, toConfig } from './config';

void runService(SERVICE, (environment) => {
  const config = toConfig(environment);
  return { module: AppModule.forRoot(config), config };
});
