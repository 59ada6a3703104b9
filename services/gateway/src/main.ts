import 'reflect-metadata';
import { exitOnBootFailure, runService } from '@crumbtrail/platform';
import { AppModule } from './app.module';
import { gatewayConfig } from './config';
import { configureHttp } from './http';

try {
  const config = gatewayConfig();
  void runService({
    service: 'gateway',
    module: AppModule.on(config.bus),
    config,
    http: { ...config.http, configure: configureHttp },
  });
} catch (error) {
  exitOnBootFailure('gateway', error);
}
