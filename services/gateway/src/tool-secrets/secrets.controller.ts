import { Controller } from '@nestjs/common';
import {
  ListSecrets,
  RemoveSecret,
  SaveSecret,
  type SecretList,
  type SecretView,
} from '@crumbtrail/contracts/http/secrets';
import { Input, Route, type RouteInput } from '../http/route';
import { ToolSecrets } from './tool-secrets';

/** The secrets of tools, for operators. */
@Controller()
export class SecretsController {
  constructor(private readonly secrets: ToolSecrets) {}

  @Route(ListSecrets)
  list(@Input() { caller }: RouteInput<typeof ListSecrets>): Promise<SecretList> {
    return this.secrets.list(caller);
  }

  @Route(SaveSecret)
  save(@Input() { caller, params, body }: RouteInput<typeof SaveSecret>): Promise<SecretView> {
    return this.secrets.save(caller, params.name, body);
  }

  @Route(RemoveSecret)
  remove(@Input() { caller, params }: RouteInput<typeof RemoveSecret>): Promise<SecretView> {
    return this.secrets.remove(caller, params.name);
  }
}
