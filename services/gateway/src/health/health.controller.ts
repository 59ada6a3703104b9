import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { describeReadiness, Health } from '@crumbtrail/platform';
import type { Response } from 'express';

/** Health and metrics. No key is required, because they reveal nothing of the log. */
@ApiExcludeController()
@Controller()
export class HealthController {
  constructor(private readonly health: Health) {}

  @Get('healthz')
  alive(): { status: string } {
    return { status: 'alive' };
  }

  @Get('readyz')
  async ready(@Res({ passthrough: true }) response: Response): Promise<unknown> {
    const readiness = await this.health.readiness();
    response.status(readiness.ready ? 200 : 503);
    return { status: describeReadiness(readiness), checks: readiness.checks };
  }

  @Get('metrics')
  async metrics(@Res() response: Response): Promise<void> {
    response.setHeader('Content-Type', this.health.metrics.contentType);
    response.send(await this.health.metricsText());
  }
}
