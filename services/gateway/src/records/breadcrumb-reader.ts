import { Injectable } from '@nestjs/common';
import { type Envelope, type Erased, Read, type Ref, refuse } from '@crumbtrail/contracts';
import { describeRemoval } from '@crumbtrail/contracts/operations/retention';
import { ServiceRequests } from '../ports';
import type { Caller } from '../http/caller';
import { unknownIdError } from '../http/parse-shape';

/** Which version of a breadcrumb to read; `min_position` waits until the store has reached that log position. */
export interface ReadAt {
  readonly version?: number;
  readonly as_of?: number;
  readonly min_position?: number;
}

const isErased = (crumb: Envelope | Erased): crumb is Erased => 'erased' in crumb;

function erasedError({ erased_at, erased_by }: Erased): Error {
  return refuse('erased', describeRemoval({ at: erased_at, by: erased_by }), { details: { erased_at, erased_by } });
}

/** Reads breadcrumbs with the caller's rights. */
@Injectable()
export class BreadcrumbReader {
  constructor(private readonly requests: ServiceRequests) {}

  /** Reads one breadcrumb. Rejects with `not_found` if there is none that the caller may read, `erased` if it was erased. */
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

  /** Reads the breadcrumbs that the caller may read and that are not erased, in the requested order. At most 512. */
  async readAvailable(caller: Caller, refs: readonly (Ref | { readonly id: string })[]): Promise<Envelope[]> {
    if (refs.length === 0) return [];
    const { crumbs } = await this.requests.request(Read, caller, { refs });
    return crumbs.filter((crumb): crumb is Envelope => crumb !== null && !isErased(crumb));
  }

  /** Of these breadcrumbs those that were erased, as far as the caller may know. At most 512. */
  async findErased(caller: Caller, refs: readonly { readonly id: string }[]): Promise<Erased[]> {
    if (refs.length === 0) return [];
    const { crumbs } = await this.requests.request(Read, caller, { refs: refs.map(({ id }) => ({ id })) });
    return crumbs.filter((crumb): crumb is Erased => crumb !== null && isErased(crumb));
  }
}
