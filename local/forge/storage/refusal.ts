/**
 * Every error code of the store, with its HTTP status.
 *
 * Sources: the error pages of the Key-Value Store and the Custom Entity Store. Those marked (seen) come from published
 * observations of a real site, because the pages do not mention them. Nothing is known for those marked (ours), so
 * their code only has to be conspicuous.
 */
const statusOf = {
  // keys
  KEY_TOO_SHORT: 400,
  EMPTY_KEY: 400,
  KEY_TOO_LONG: 400,
  INVALID_KEY: 400,
  KEY_NOT_FOUND: 404,
  KEY_CONFLICT: 409, // (seen)
  KEY_DUPLICATION_ERROR: 400, // (seen)
  // values
  MAX_SIZE: 400,
  MAX_DEPTH: 400,
  INVALID_TTL: 400, // (seen)
  // entities
  ENTITY_TYPE_TOO_SHORT: 400,
  ENTITY_TYPE_TOO_LARGE: 400,
  INVALID_ENTITY_TYPE: 400,
  SCHEMA_NOT_FOUND: 404, // (seen)
  INVALID_ENTITY_VALUE: 400,
  INVALID_ENTITY_ATTRIBUTE: 400,
  INCORRECT_PROPERTY_TYPE: 400, // (seen)
  INVALID_ENTITY_INDEX: 400,
  // queries and conditions
  COMPLEX_QUERY_PAGE_LIMIT_NOT_IN_RANGE: 400,
  LIST_QUERY_LIMIT_EXCEEDED: 400,
  QUERY_WHERE_INVALID: 400,
  QUERY_WHERE_FIELD_INVALID: 400,
  INVALID_FILTER_CONDITION: 400,
  INVALID_FILTER_VALUES: 400,
  INSUFFICIENT_FILTER_VALUES: 400,
  EMPTY_FILTER_OPERATOR: 400,
  INVALID_FILTER_OPERATORS_COMBINATION: 400,
  INVALID_CURSOR: 400, // (ours)
  CONDITIONAL_CHECK_FAILED: 400, // (seen)
  OPERATION_REFUSED: 422, // (ours) of the switch `unknown-conflict-status`
  // whole requests
  UNPROCESSABLE_ENTITY: 422, // (seen) for too many operations; the 422 of an `any` attribute is documented, its code is not
  TOO_MANY_BATCH_ENTITIES: 400, // (seen)
  BAD_REQUEST: 400,
  RATE_LIMIT_EXCEEDED: 429,
  NOT_MODELED: 501, // (ours)
  INTERNAL_SERVER_ERROR: 500,
} as const;

export type RefusalCode = keyof typeof statusOf;

/** A request that Forge would refuse. Thrown at the point of the fault, answered in one place. */
export class Refusal extends Error {
  readonly status: number;

  constructor(
    readonly code: RefusalCode,
    message: string,
  ) {
    super(message);
    this.name = 'Refusal';
    this.status = statusOf[code];
  }
}
