import { auditDetails } from '../audit/details';
import { APP_ACTOR, auditRow } from '../audit/event';
import { type NativeLevel, type NativeState, STATE_ROW } from './model';
import { readNativeLevels } from './native-level-calls';
import type { Context } from '../platform/context';
import { retryOnConflict, unlessContended } from '../platform/retry-on-conflict';
import type { RowWrite } from '../platform/storage';

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
  const saved = await retryOnConflict(async () => {
    const { revision, value: state } = await STATE_ROW.read(storage);
    const before = state.list;
    const isChanged = before !== undefined && !isSameList(before.levels, levels);
    const changedAt = isChanged ? checkedAt : before?.changedAt;
    const audit = isChanged
      ? [
          auditRow({
            id: random.uuid(),
            type: 'native-levels.changed',
            time: now,
            subject: 'levels',
            actor: APP_ACTOR,
            requestId,
            before: auditDetails({ levels: before.levels.map(({ name }) => name) }),
            after: auditDetails({ levels: levels.map(({ name }) => name) }),
          }),
        ]
      : [];
    const list = { checkedAt, levels: [...levels], ...(changedAt === undefined ? {} : { changedAt }) };
    const next = { ...state, list };
    const commit = (write: RowWrite) => storage.commit([write, ...audit], []);
    return (await STATE_ROW.save(storage, revision, next, commit)) === 'conflict' ? 'conflict' : next;
  });
  return unlessContended(saved);
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
