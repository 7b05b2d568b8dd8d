import { auditDetails } from '../audit/details';
import { APP_ACTOR, auditRow } from '../audit/event';
import { type NativeLevel, type NativeState, STATE_ROW } from './model';
import { readNativeLevels } from './native-level-calls';
import type { Context } from '../platform/context';
import { type RowWrite, StorageUnavailableError } from '../platform/storage';

/** The list of Confluence's own levels. It is kept for a day. */

const KEPT_MS = 86_400_000;

export type ListContext = Pick<Context, 'storage' | 'confluence' | 'clock' | 'random' | 'requestId'>;

/** @returns the state, whose list may be a day old. @throws StorageUnavailableError, HostError, CorruptRecordError */
export async function recentNativeState(context: ListContext): Promise<NativeState> {
  const { value: state } = await STATE_ROW.read(context.storage);
  const { list } = state;
  const isRecent = list !== undefined && context.clock().getTime() - Date.parse(list.checkedAt) < KEPT_MS;
  return isRecent ? state : refreshList(context);
}

/**
 * Reads the list from Confluence, and records if it has changed. Levels and pages of the app stay unchanged.
 * @throws as `recentNativeState`
 */
export async function refreshList(context: ListContext): Promise<NativeState> {
  const { storage, confluence, clock, random, requestId } = context;
  const levels = await readNativeLevels(confluence);
  const now = clock();
  const checkedAt = now.toISOString();
  let audit: RowWrite | undefined;
  const saved = await STATE_ROW.change(
    storage,
    (state) => {
      const before = state.list;
      const isChanged = before !== undefined && !isSameList(before.levels, levels);
      const changedAt = isChanged ? checkedAt : before?.changedAt;
      audit = isChanged
        ? auditRow({
            id: random.uuid(),
            type: 'native-levels.changed',
            time: now,
            subject: 'levels',
            actor: APP_ACTOR,
            requestId,
            before: auditDetails({ levels: before.levels.map(({ name }) => name) }),
            after: auditDetails({ levels: levels.map(({ name }) => name) }),
          })
        : undefined;
      return { ...state, list: { checkedAt, levels: [...levels], ...(changedAt === undefined ? {} : { changedAt }) } };
    },
    (write) => storage.commit(audit === undefined ? [write] : [write, audit], []),
  );
  if (saved === undefined) throw new StorageUnavailableError('the list of native levels was not stored', false);
  return saved;
}

function isSameList(before: readonly NativeLevel[], after: readonly NativeLevel[]): boolean {
  return (
    before.length === after.length &&
    before.every((level, index) => {
      const now = after[index];
      return now !== undefined && TEXTS.every((name) => level[name] === now[name]);
    })
  );
}

const TEXTS = ['nativeId', 'name', 'description', 'guideline', 'color'] as const;
