import 'reflect-metadata';
import type { INestApplication } from '@nestjs/common';
import { runService } from '@crumbtrail/platform';
import { AppModule } from './app.module';
import { gatewayConfig } from './config';
import { configureHttp } from './configure-http';

void runService('gateway', (environment) => {
  const config = gatewayConfig(environment);
  const { port, host, allowedHosts } = config.http;
  const hosts = { listensOn: host, allowed: allowedHosts };
  const http = { port, host, configure: (app: INestApplication) => configureHttp(app, hosts, config.limits) };
  return { module: AppModule.forRoot(config), config, http };
});
