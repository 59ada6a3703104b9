import type { PayloadTypes } from './generated/payload-types';
import type { Envelope } from './record';

/** The wire name of a kind of crumb that is published with the system. */
export type PayloadName = keyof PayloadTypes;

/**
 * The payload as the type of its schema: `asPayload(ToolDef.name, crumb.context)`. Checks nothing and costs nothing. The cast is sound
 * when the caller knows the crumb's schema: the store validates each payload against it before it commits, and the type is printed from
 * the same schema. Null and undefined are returned unchanged.
 */
export function asPayload<Name extends PayloadName, Given extends object | null | undefined>(
  _schema: Name,
  context: Given,
): PayloadTypes[Name] | Extract<Given, null | undefined> {
  return context as PayloadTypes[Name] | Extract<Given, null | undefined>;
}

/** The crumb with the type of its payload. The caller knows its schema; see {@link asPayload}. */
export function asCrumb<Name extends PayloadName, Given extends Envelope | null | undefined>(
  _schema: Name,
  crumb: Given,
): Envelope<PayloadTypes[Name]> | Extract<Given, null | undefined> {
  return crumb as Envelope<PayloadTypes[Name]> | Extract<Given, null | undefined>;
}

/** Crumbs of one schema with the type of their payloads. The caller knows their schema; see {@link asPayload}. */
export function asCrumbs<Name extends PayloadName>(
  _schema: Name,
  crumbs: readonly Envelope[],
): readonly Envelope<PayloadTypes[Name]>[] {
  return crumbs as readonly Envelope<PayloadTypes[Name]>[];
}

/**
 * A typed payload as the JSON object that a draft holds. An interface has no index signature, so that TypeScript does not accept it as
 * one; every object has string keys.
 */
export function toJsonObject(payload: object): Record<string, unknown> {
  return payload as Record<string, unknown>;
}
