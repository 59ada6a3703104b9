import {
  compileValidator,
  FEATURES,
  refuse,
  type ChunksRequest,
  type PrefetchPreviewRequest,
  type RetrieveRequest,
  type SearchRequest,
} from '@crumbtrail/contracts';
import { shapes } from './request-shape';

const text = (maxLength: number): object => ({ type: 'string', maxLength });
const texts = { type: 'array', maxItems: 64, items: text(512) };
const time = { type: 'string', format: 'date-time' };
const position = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const number = { type: 'number', minimum: 0 };
const ref = {
  type: 'object',
  required: ['id', 'version'],
  properties: { id: { type: 'string', format: 'uuid' }, version: { type: 'integer', minimum: 1 } },
};
const source = {
  type: 'object',
  required: ['name', 'type', 'schemas', 'tags', 'scope', 'limit', 'floor'],
  properties: {
    name: text(64),
    type: { enum: ['recent', 'latest', 'tagged', 'text', 'vector', 'hybrid', 'trail', 'catalog', 'results'] },
    schemas: texts,
    tags: texts,
    scope: { enum: ['session', 'agent', 'workspace'] },
    limit: { type: 'integer', minimum: 1, maximum: 500 },
    floor: number,
    weight: number,
  },
};

const weights = {
  type: 'object',
  required: FEATURES,
  properties: Object.fromEntries(FEATURES.map((name) => [name, { type: 'number', minimum: 0, maximum: 1_000 }])),
};
const member = {
  type: 'object',
  required: ['kind', 'id'],
  properties: { kind: text(16), id: text(64), name: text(512) },
};

const foreseenShape = {
  type: 'object',
  required: ['viewer', 'query', 'exclude', 'sources', 'tokenizer', 'features', 'tags', 'members'],
  properties: {
    viewer: text(64),
    session: text(64),
    query: text(1_048_576),
    exclude: { type: 'array', maxItems: 512, items: ref },
    sources: { type: 'array', maxItems: 16, items: source },
    tokenizer: { enum: ['o200k_base', 'cl100k_base'] },
    features: weights,
    trigger: ref,
    tags: texts,
    members: { type: 'array', maxItems: 1_024, items: member },
  },
};

const retrieveShape = {
  ...foreseenShape,
  required: [...foreseenShape.required, 'as_of', 'now'],
  properties: { ...foreseenShape.properties, as_of: position, now: time },
};

const foreseeShape = {
  type: 'object',
  required: ['read', 'retrieve'],
  properties: { read: shapes.read, retrieve: foreseenShape },
};

const chunksShape = {
  type: 'object',
  required: ['viewer', 'refs', 'tokenizer'],
  properties: {
    viewer: text(64),
    tokenizer: { enum: ['o200k_base', 'cl100k_base'] },
    refs: {
      type: 'array',
      maxItems: 1_024,
      items: {
        ...ref,
        required: ['id', 'version', 'chunk'],
        properties: { ...ref.properties, chunk: { type: 'integer', minimum: 0, maximum: 1_000_000 } },
      },
    },
  },
};

const searchShape = {
  type: 'object',
  required: ['query', 'mode'],
  properties: {
    query: { type: 'string', minLength: 1, maxLength: 16_384 },
    mode: { enum: ['text', 'vector', 'hybrid'] },
    limit: { type: 'integer', minimum: 1, maximum: 100 },
    filter: {
      type: 'object',
      properties: { session: text(64), schemas: texts, tags: texts, author: text(64), since: time },
    },
  },
};

function required<Request>(check: ReturnType<typeof compileValidator>, request: Request): Request {
  const issues = check(request);
  if (issues.length > 0) throw refuse('invalid_payload', 'This request is not valid.', { issues });
  return request;
}

const checkRetrieve = compileValidator(retrieveShape);
const checkForesee = compileValidator(foreseeShape);
const checkChunks = compileValidator(chunksShape);
const checkSearch = compileValidator(searchShape);

/** The request, if it has the shape; refused with every place where it has not. */
export const requireRetrieve = (request: RetrieveRequest): RetrieveRequest => required(checkRetrieve, request);

/** The request, if it has the shape; refused with every place where it has not. */
export const requireForesee = (request: PrefetchPreviewRequest): PrefetchPreviewRequest =>
  required(checkForesee, request);

/** The request, if it has the shape; refused with every place where it has not. */
export const requireSearch = (request: SearchRequest): SearchRequest => required(checkSearch, request);

/** The request, if it has the shape; refused with every place where it has not. */
export const requireChunks = (request: ChunksRequest): ChunksRequest => required(checkChunks, request);
