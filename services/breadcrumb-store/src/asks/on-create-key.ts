import { Controller } from '@nestjs/common';
import { Respond, type RequestContext } from '@crumbtrail/bus';
import { CreateKey, type KeyView } from '@crumbtrail/contracts';
import { Callers } from '../identity/callers';
import { Keys, type KeyWish } from '../identity/keys';
import { shaped, shapes } from './request-shape';

/** Makes a key; its secret is in this answer and nowhere else. */
@Controller()
export class OnCreateKey {
  constructor(
    private readonly callers: Callers,
    private readonly keys: Keys,
  ) {}

  @Respond(CreateKey)
  async handle(request: KeyWish, from: RequestContext): Promise<KeyView & { secret: string }> {
    const { workspace } = await this.callers.of(CreateKey, from);
    return this.keys.create(workspace, shaped(shapes.createKey, request));
  }
}
