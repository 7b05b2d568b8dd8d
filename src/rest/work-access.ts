import { isDeepStrictEqual } from 'node:util';
import { actorOf } from '../audit/event';
import { type ChangedWork, changeWork, mayOwn, type WorkChange } from '../findings/work/change-work';
import { commentInput, dueOnInput, inProgressInput, MAX_COMMENT, ownerInput } from '../findings/work/work-fields';
import type { FindingRecord } from '../findings/model';
import { unchangedKey } from '../keys/key-lanes';
import { rightsOf } from '../keys/key-rights';
import { POINTS_OF_A_PERSON } from '../quota/host-points';
import { editConflict } from './change-with-key';
import { Problem } from './problem';
import type { AuthorizedRequest } from './route';

/** Changes the work on findings with a key. */

export const WORK_SCOPE = 'detection::write';

export const WORK_INPUT = {
  ownerId: ownerInput.optional().meta({
    description:
      'The account ID of the person who has to act. `none`: the owner of the page, also if the owner changes. Omitted = unchanged.',
    maxLength: 128,
  }),
  comment: commentInput.optional().meta({
    description: `At most ${MAX_COMMENT} characters. Empty: no comment. Omitted = unchanged.`,
    maxLength: MAX_COMMENT,
  }),
  dueOn: dueOnInput.optional().meta({ description: 'A day, or `none`. Omitted = unchanged.' }),
  isInProgress: inProgressInput.optional().meta({ description: 'Whether a person works on it. Omitted = unchanged.' }),
};

/** The points of the call that checks a new owner. */
export function pointsOfOwner({ ownerId = '' }: Pick<WorkChange, 'ownerId'>): number {
  return ownerId === '' ? 0 : POINTS_OF_A_PERSON;
}

/**
 * @param findings findings on pages that the key sees
 * @throws Problem, HostError, StorageUnavailableError, CorruptRecordError
 */
export async function changeWorkWithKey(
  request: AuthorizedRequest,
  findings: ReadonlyMap<string, FindingRecord>,
  change: WorkChange,
): Promise<ReadonlyMap<string, ChangedWork>> {
  if (!(await mayOwn(request.confluence, change.ownerId))) {
    const title = 'ownerId must be a person who can use Confluence';
    const detail = 'Send the account ID of an active person, or none.';
    throw new Problem('INVALID_FIELD', { errors: [{ code: 'INVALID_FIELD', title, detail, pointer: '#/ownerId' }] });
  }
  let { key } = request;
  const stillValid = async (attempt: number) => {
    if (attempt > 1) {
      key = request.reverify(await request.storage.read('api-key', key.keyId));
      // The pages were checked with the earlier rights.
      if (!isDeepStrictEqual(rightsOf(key.record), rightsOf(request.key.record))) throw editConflict();
    }
    return [await unchangedKey(request, key, attempt)];
  };
  return changeWork(request, { actor: actorOf(key), stillValid }, findings, change);
}
