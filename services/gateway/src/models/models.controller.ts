import { Controller } from '@nestjs/common';
import {
  ConnectModel,
  DisconnectModel,
  ReadConnectedModel,
  TestModel,
  type WorkspaceModel,
} from '@crumbtrail/contracts/http/models';
import type { ModelTrial } from '@crumbtrail/contracts/operations/models';
import { Input, Route, type RouteInput } from '../http/route';
import { ModelConnections } from './model-connections';

/** The model of a workspace, for operators. */
@Controller()
export class ModelsController {
  constructor(private readonly models: ModelConnections) {}

  @Route(ReadConnectedModel)
  read(@Input() { caller }: RouteInput<typeof ReadConnectedModel>): Promise<WorkspaceModel> {
    return this.models.read(caller);
  }

  @Route(ConnectModel)
  connect(@Input() { caller, body }: RouteInput<typeof ConnectModel>): Promise<WorkspaceModel> {
    return this.models.connect(caller, body);
  }

  @Route(DisconnectModel)
  disconnect(@Input() { caller }: RouteInput<typeof DisconnectModel>): Promise<WorkspaceModel> {
    return this.models.disconnect(caller);
  }

  @Route(TestModel)
  test(@Input() { caller, body }: RouteInput<typeof TestModel>): Promise<ModelTrial> {
    return this.models.test(caller, body);
  }
}
