import type { ArgumentMetadata, ExecutionContext, PipeTransform } from '@nestjs/common';
import { compileRequestCheck, type Operation } from '@crumbtrail/contracts';

/** Metadata key under which `@Respond` stores the operation of a handler. */
export const OPERATION = 'crumbtrail:operation';

/** The operation that a guard, an interceptor or a parameter decorator runs for. */
export function operationOf(context: ExecutionContext): Operation {
  return Reflect.getMetadata(OPERATION, context.getHandler()) as Operation;
}

/** Rejects invalid requests of one operation before they reach its handler; the handler's other parameters pass unchanged. */
export class RequestPipe implements PipeTransform<unknown, unknown> {
  private readonly check: (request: unknown) => void;

  constructor(operation: Operation) {
    this.check = compileRequestCheck(operation);
  }

  /** Throws `invalid_payload` with every issue, or `unsafe_json`. */
  transform(value: unknown, { type }: ArgumentMetadata): unknown {
    if (type === 'body') this.check(value);
    return value;
  }
}
