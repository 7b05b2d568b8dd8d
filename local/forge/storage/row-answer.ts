import type { MetadataFields } from './requests';
import type { Row } from './rows';

/** A row as the platform returns it, without metadata that was not requested. */
export function rowAnswer(key: string, row: Row, fields: MetadataFields = []): Record<string, unknown> {
  const value: unknown = JSON.parse(row.value);
  return {
    key,
    value,
    ...(fields.includes('CREATED_AT') ? { createdAt: row.createdAt } : {}),
    ...(fields.includes('UPDATED_AT') ? { updatedAt: row.updatedAt } : {}),
    ...(fields.includes('EXPIRE_TIME') && row.expiresAt !== null
      ? { expireTime: new Date(row.expiresAt).toISOString() }
      : {}),
  };
}
