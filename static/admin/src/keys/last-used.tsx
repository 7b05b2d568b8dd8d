import type { KeyWithUse } from '../../../../src/admin/keys/keys';
import { formatAgo, formatInstant } from '../dates';
import { texts } from '../texts';

/** The last use of a key. Unknown is not the same as never. */
export function LastUsed({ value }: { readonly value: KeyWithUse }) {
  if (value.lastUsedAt !== undefined) {
    return (
      <time dateTime={value.lastUsedAt} title={formatInstant(value.lastUsedAt)}>
        {formatAgo(value.lastUsedAt)}
      </time>
    );
  }
  const isUnknown = value.lastUsedUnknown === true;
  return <span className="subtle">{isUnknown ? texts.keys.unknown : texts.keys.never}</span>;
}
