import { Controller, Inject, UseGuards } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Respond } from '@crumbtrail/bus';
import { PutFile, ReadFile, type FileContent, type RequestOf, type StoredFile } from '@crumbtrail/contracts';
import { DATABASE, type WorkspaceDatabase } from '../database/database';
import { putFile, readFile } from '../files/files';
import type { AuthenticatedCaller } from '../identity/caller';
import { CallerGuard, CallerOf } from '../identity/caller.guard';

/** Files of messages. */
@Controller()
@UseGuards(CallerGuard)
export class FileRecordsController {
  constructor(@Inject(DATABASE) private readonly database: WorkspaceDatabase) {}

  @Respond(PutFile)
  put(@Payload() request: RequestOf<typeof PutFile>, @CallerOf() caller: AuthenticatedCaller): Promise<StoredFile> {
    return putFile(this.database.within(caller.workspace), request, caller);
  }

  @Respond(ReadFile)
  read(@Payload() request: RequestOf<typeof ReadFile>, @CallerOf() caller: AuthenticatedCaller): Promise<FileContent> {
    return readFile(this.database.within(caller.workspace), request, caller);
  }
}
