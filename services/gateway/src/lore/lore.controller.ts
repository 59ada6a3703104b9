import { Controller } from '@nestjs/common';
import { TestLore, type LoreTest } from '@crumbtrail/contracts/http/lore';
import { Input, Route, type RouteInput } from '../http/route';
import { LoreTests } from './lore-tests';

/** Tests of lorebooks. */
@Controller()
export class LoreController {
  constructor(private readonly tests: LoreTests) {}

  @Route(TestLore)
  test(@Input() { params, body, caller }: RouteInput<typeof TestLore>): Promise<LoreTest> {
    return this.tests.run(caller, params.book, body);
  }
}
