import * as z from 'zod';
import { Refusal } from './refusal';

/**
 * The request bodies of @forge/kvs 1.6.5. A member that it never sends is refused, because nothing here would honor
 * it.
 */

const ttl = z.strictObject({ value: z.number(), unit: z.enum(['SECONDS', 'MINUTES', 'HOURS', 'DAYS']) });
const metadataFields = z.array(z.enum(['CREATED_AT', 'UPDATED_AT', 'EXPIRE_TIME']));
const readOptions = z.strictObject({ metadataFields: metadataFields.optional() });
const ttlOptions = z.strictObject({ ttl: ttl.optional() });
const setOptions = z
  .strictObject({
    ttl: ttl.optional(),
    keyPolicy: z.enum(['OVERRIDE', 'FAIL_IF_EXISTS']).optional(),
    returnValue: z.enum(['PREVIOUS', 'LATEST']).optional(),
    returnMetadataFields: metadataFields.optional(),
  })
  .refine((options) => options.keyPolicy !== 'FAIL_IF_EXISTS' || options.returnValue === undefined, {
    message: 'returnValue needs the key policy OVERRIDE',
  });

/** Names and values are checked where the attribute's type is known, because each fault has its own code. */
const condition = z.strictObject({ property: z.string(), condition: z.string(), values: z.array(z.unknown()) });
const filters = z.strictObject({ and: z.array(condition).optional(), or: z.array(condition).optional() });
const range = z.strictObject({ condition: z.string(), values: z.array(z.unknown()) });

const key = z.string();
const entityName = z.string();
const value = z.unknown();

export const requests = {
  get: z.strictObject({ key, options: readOptions.optional() }),
  set: z.strictObject({ key, value, options: setOptions.optional() }),
  delete: z.strictObject({ key }),
  query: z.strictObject({
    limit: z.number().optional(),
    after: z.string().optional(),
    where: z.array(condition).optional(),
    options: readOptions.optional(),
  }),
  entityGet: z.strictObject({ entityName, key, options: readOptions.optional() }),
  entitySet: z.strictObject({ entityName, key, value, options: setOptions.optional() }),
  entityDelete: z.strictObject({ entityName, key }),
  entityQuery: z.strictObject({
    entityName,
    indexName: z.string(),
    partition: z.array(z.unknown()).optional(),
    range: range.optional(),
    filters: filters.optional(),
    sort: z.enum(['ASC', 'DESC']).optional(),
    cursor: z.string().optional(),
    limit: z.number().optional(),
    options: readOptions.optional(),
  }),
  batchSet: z.array(z.strictObject({ entityName: entityName.optional(), key, value, options: ttlOptions.optional() })),
  batchGet: z.array(z.strictObject({ entityName: entityName.optional(), key, options: readOptions.optional() })),
  batchDelete: z.array(z.strictObject({ entityName: entityName.optional(), key })),
  transaction: z.strictObject({
    set: z
      .array(
        z.strictObject({
          key,
          value,
          entityName: entityName.optional(),
          conditions: filters.optional(),
          options: ttlOptions.optional(),
        }),
      )
      .optional(),
    delete: z
      .array(z.strictObject({ key, entityName: entityName.optional(), conditions: filters.optional() }))
      .optional(),
    check: z.array(z.strictObject({ key, entityName, conditions: filters })).optional(),
  }),
} as const;

export type MetadataFields = z.infer<typeof metadataFields>;
export type SetOptions = z.infer<typeof setOptions>;
export type RawCondition = z.infer<typeof condition>;
export type RawFilters = z.infer<typeof filters>;
export type RawRange = z.infer<typeof range>;
export type RawQuery = z.infer<typeof requests.query>;
export type RawEntityQuery = z.infer<typeof requests.entityQuery>;
export type RawBatchSet = z.infer<typeof requests.batchSet>;
export type RawBatchGet = z.infer<typeof requests.batchGet>;
export type RawBatchDelete = z.infer<typeof requests.batchDelete>;
export type RawTransaction = z.infer<typeof requests.transaction>;

export function parseBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw new Refusal('BAD_REQUEST', z.prettifyError(parsed.error));
  return parsed.data;
}
