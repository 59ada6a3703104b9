import { runService } from '@crumbtrail/platform';
import { AppModule } from './app.module';
import { SERVICE, toConfig } from './config';

void runService(SERVICE, () => {
  const config = toConfig();
  return { module: AppModule.forRoot(config), config };
});
