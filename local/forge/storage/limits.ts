/** The platform's limits for the Key-Value Store and the Custom Entity Store (limits-kvs-ce, 4 June 2026). */
export const limits = {
  keyCharacters: 500,
  valueBytes: 240 * 1024,
  /** The page on secrets still gives this older, smaller figure. The smaller one is safe in either case. */
  secretBytes: 128 * 1024,
  valueDepth: 31,
  transactionOperations: 25,
  batchItems: 25,
  /** For a whole transaction or batch. "4 MB" is taken in the smaller of its two meanings. */
  requestBytes: 4_000_000,
  pageDefault: 10,
  pageMaximum: 100,
  queryConditions: 100,
  ttlMs: 365 * 24 * 60 * 60 * 1000,
  entities: 20,
  attributes: 50,
  attributeNameCharacters: 30,
  indexes: 7,
  indexNameCharacters: { min: 3, max: 50 },
  entityNameCharacters: { min: 3, max: 60 },
  rangeBytes: 900,
  partitionBytes: 1700,
  unitBytes: 10_000,
  readUnitsPerMinute: 4000,
  writeUnitsPerMinute: 4000,
  requestsPerSecond: 1000,
  /** For one key. "MB" is taken in the smaller of its two meanings. */
  keyReadBytesPerSecond: 12_000_000,
  keyWriteBytesPerSecond: 1_000_000,
} as const;
