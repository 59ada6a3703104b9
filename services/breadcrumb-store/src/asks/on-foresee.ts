import { Controller, Inject } from '@nestjs/common';
import { Answers, type AskContext } from '@crumbtrail/bus';
import { Foresee, packCandidates, Read, WhoAmI, type ForeseeReply, type ForeseeRequest } from '@crumbtrail/contracts';
import { Callers } from '../identity/callers';
import { read } from '../reading/read';
import { eyesOf } from '../retrieve/eyes';
import { requireForesee } from '../retrieve/request-shape';
import { foresee, RETRIEVE_PARTS, type RetrieveParts } from '../retrieve/retrieve';

/** Gives what a context is built from and, as of then, its probable candidates: two questions in one. */
@Controller()
export class OnForesee {
  constructor(
    private readonly callers: Callers,
    @Inject(RETRIEVE_PARTS) private readonly parts: RetrieveParts,
  ) {}

  @Answers(Foresee)
  async handle(request: ForeseeRequest, from: AskContext): Promise<ForeseeReply> {
    const { read: wanted, retrieve: foreseen } = requireForesee(request);
    const caller = await this.callers.of(Foresee, from);
    const station = await this.callers.of(Read, { ...from, key: undefined });
    const identity = from.key === undefined ? null : await this.callers.identity(WhoAmI, from);
    const moment = read(this.parts.database, wanted, station);
    const asker = { workspace: caller.workspace, behalf: eyesOf(caller) };
    const found = await foresee(this.parts, asker, { foreseen, moment });
    return { read: await moment, identity, found: packCandidates(found) };
  }
}
