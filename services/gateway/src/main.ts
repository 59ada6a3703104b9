import 'reflect-metadata';
import { runService } from '@crumbtrail/platform';
import { AppModule } from './app.module';
import { gatewayConfig } from './config';
import { configureHttp } from './configure-http';

void runService('gateway', () => {
  const config = gatewayConfig();
  const http = { ...config.http, configure: configureHttp };
  return { module: AppModule.forRoot(config.bus), config, http };
});
