import { Injectable } from '@nestjs/common';
import { type Envelope, type Erased, Read, type ReadReply, type Ref, refuse } from '@crumbtrail/contracts';
import { ServiceRequests } from '../ports';
import type { Caller } from '../http/caller';
import { unknownIdError } from '../http/parse-shape';

/** Which state of a crumb is meant. */
export interface ReadAt {
  readonly version?: number;
  readonly as_of?: number;
  readonly min_position?: number;
}

const isErased = (crumb: Envelope | Erased): crumb is Erased => 'erased' in crumb;

function erasedError({ erased_at, erased_by }: Erased): Error {
  const by = `${erased_by.kind} ${erased_by.id}`;
  return refuse('erased', `It was erased at ${erased_at} by ${by}.`, { details: { erased_at, erased_by } });
}

/** Reads crumbs with the caller's eyes. */
@Injectable()
export class BreadcrumbReader {
  constructor(private readonly requests: ServiceRequests) {}

  /** One crumb. Rejects with `not_found` where there is none that the caller may see, `erased` where there was one. */
  async read(caller: Caller, id: string, { version, ...when }: ReadAt = {}): Promise<Envelope> {
    const { crumbs } = await this.requests.request(Read, caller, {
      refs: [{ id, ...(version ? { version } : {}) }],
      ...when,
    });
    const crumb = crumbs[0];
    if (!crumb) throw unknownIdError(id);
    if (isErased(crumb)) throw erasedError(crumb);
    return crumb;
  }

  /** One crumb and the text that is kept beside it, while that is kept. */
  async readWithText(caller: Caller, id: string): Promise<{ crumb: Envelope; text: string | null }> {
    const reply: ReadReply = await this.requests.request(Read, caller, { refs: [{ id }], blobs: true });
    const crumb = reply.crumbs[0];
    if (!crumb) throw unknownIdError(id);
    if (isErased(crumb)) throw erasedError(crumb);
    return { crumb, text: reply.blobs?.[id] ?? null };
  }

  /** Those of the crumbs that the caller may see and that are not erased, in the order asked. At most 512. */
  async readAvailable(caller: Caller, refs: readonly (Ref | { readonly id: string })[]): Promise<Envelope[]> {
    if (refs.length === 0) return [];
    const { crumbs } = await this.requests.request(Read, caller, { refs });
    return crumbs.filter((crumb): crumb is Envelope => crumb !== null && !isErased(crumb));
  }
}
