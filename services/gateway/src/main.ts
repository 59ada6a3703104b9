import 'reflect-metadata';
import { failBoot, runStation } from '@crumbtrail/platform';
import { AppModule } from './app.module';
import { gatewayConfig } from './config';
import { configureHttp } from './http';

try {
  const config = gatewayConfig();
  void runStation({
    station: 'gateway',
    module: AppModule.on(config.bus),
    config,
    http: { ...config.http, configure: configureHttp },
  });
} catch (error) {
  failBoot('gateway', error);
}
