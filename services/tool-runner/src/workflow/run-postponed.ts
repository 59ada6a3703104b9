import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import {
  PostponedRuns,
  runTool,
  TOOL_DEPENDENCIES,
  type ReceivedToolRequest,
  type ToolDependencies,
} from '@crumbtrail/tool-runtime';
import { LOGGER, type Logger } from '@crumbtrail/platform';

const RETRY_IN_MS = 5_000;

/**
 * Runs a postponed tool once more at its deadline, so that it ends even if none of its parts is answered. Every process that
 * ran the tool does this; if all of them stop earlier, the tool ends with its turn.
 */
@Injectable()
export class RunPostponed implements OnModuleInit {
  constructor(
    private readonly postponed: PostponedRuns,
    @Inject(TOOL_DEPENDENCIES) private readonly dependencies: ToolDependencies,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.postponed.onDue((received) => void this.run(received));
  }

  private async run(received: ReceivedToolRequest): Promise<void> {
    try {
      await runTool(received, this.dependencies);
    } catch (error) {
      const fields = { request: received.request.id, err: error };
      this.logger.warn(fields, 'a postponed tool could not be ended at its deadline; retrying');
      this.postponed.schedule(received, Date.now() + RETRY_IN_MS);
    }
  }
}
