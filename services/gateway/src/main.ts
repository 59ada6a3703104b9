import 'reflect-metadata';
import { exitOnBootFailure, runService } from '@crumbtrail/platform';
import { AppModule } from './app.module';
import { gatewayConfig } from './config';
import { configureHttp } from './configure-http';

try {
  const config = gatewayConfig();
  void runService({
    service: 'gateway',
    module: AppModule.forRoot(config.bus),
    config,
    http: { ...config.http, configure: configureHttp },
  });
} catch (error) {
  exitOnBootFailure('gateway', error);
}
