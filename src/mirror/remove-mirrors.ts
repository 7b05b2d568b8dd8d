import { folderOf } from '../classification/content-type';
import { APP, type Confluence, HostError, route } from '../platform/confluence';
import type { Context } from '../platform/context';
import { partsOf } from '../platform/parts';
import { EARLIEST, type Position } from '../platform/rows-by-time';
import { removeLabel } from './label-calls';
import { listProperties, type StampedProperty } from './stamps';
import { deleteSwitches } from './switches';
import { hasNoPoints } from './write-mirrors';

/**
 * Deletes the properties and labels that the app has written, before it is uninstalled. Nothing is stored, because the platform
 * runs it once and removes the app whatever happens.
 */

interface RemoveContext extends Pick<Context, 'storage' | 'confluence' | 'log'> {
  readonly now: Date;
  /** False: no further page is started, and the rest is counted. */
  readonly mayContinue: () => boolean;
}

export interface Removed {
  readonly removed: number;
  /** Properties that remain on pages. */
  readonly left: number;
  /** False: even more remain than `left`. */
  readonly isCounted: boolean;
}

const CALLS_AT_ONCE = 10;
const PAGES_PER_LIST = 100;
/** The lists that are read to count the rest. */
const MAX_LISTS_TO_COUNT = 20;

/** @throws StorageUnavailableError */
export async function removeMirrors(context: RemoveContext): Promise<Removed> {
  const { storage, confluence, log, now, mayContinue } = context;
  try {
    await deleteSwitches(confluence);
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    log('uninstall.switches-left', {});
  }
  let after: Position = { time: EARLIEST, key: '' };
  let removed = 0;
  let left = 0;
  let hasMore = true;
  let canCall = true;
  for (let counted = 0; hasMore && counted < MAX_LISTS_TO_COUNT;) {
    const page = await listProperties(storage, { after, to: now, limit: PAGES_PER_LIST });
    ({ next: after, hasMore } = page);
    for (const some of partsOf(page.items, CALLS_AT_ONCE)) {
      canCall &&= mayContinue();
      const outcomes: readonly Outcome[] = canCall
        ? await Promise.all(some.map((one) => remove(confluence, one)))
        : some.map((): Outcome => 'left');
      removed += outcomes.filter((outcome) => outcome === 'removed').length;
      left += outcomes.filter((outcome) => outcome !== 'removed').length;
      canCall &&= !outcomes.includes('no-points');
    }
    if (!canCall) counted += 1;
  }
  return { removed, left, isCounted: !hasMore };
}

/** `no-points`: no other call can succeed now. */
type Outcome = 'removed' | 'left' | 'no-points';

async function remove(confluence: Confluence, stamped: StampedProperty): Promise<Outcome> {
  const { pageId, propertyId, label, contentType } = stamped;
  const folder = folderOf(contentType);
  try {
    if (label !== undefined) await removeLabel(confluence, pageId, label);
    const { status } = await confluence.delete(APP, route`/wiki/api/v2/${folder}/${pageId}/properties/${propertyId}`);
    // 404: the page or its property no longer exists, or the app cannot see the page.
    return status === 404 || (status >= 200 && status <= 299) ? 'removed' : 'left';
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return hasNoPoints(error) ? 'no-points' : 'left';
  }
}
