import { runService } from '@crumbtrail/platform';
import { AppModule } from './app.module';
import { SERVICE, toConfig } from './config';
import { ReaderModule } from './reader.module';

void runService(SERVICE, (environment) => {
  const config = toConfig(environment);
  const module = config.role === 'reader' ? ReaderModule.forRoot(config) : AppModule.forRoot(config);
  return { module, config };
});
