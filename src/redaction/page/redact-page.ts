import { editContents } from './edit-contents';
import { NO_FACTS } from './page-facts';
import type { PageWork } from '../page-work';
import { notSeen, resultOf } from './page-result';
import { readTargets } from './redaction-targets';
import type { PageResult } from '../run-model';
import { surveyPage } from './survey-page';
import { verifyAndMark } from './verify-and-mark';

/**
 * Removes values from one page and its comments on behalf of a person who may edit them. Every attempt can be repeated.
 * A finding is redacted only after the new version was read back and scanned.
 *
 * Values are not stored. After a crash, only the page and its comments show them. A value therefore leaves the contents
 * that only copy it before it leaves the contents in which a detector finds it.
 */

/**
 * The stages of an attempt, in order. Each returns early if there is nothing left for the next one.
 * @returns `superseded`: another step of the redaction wrote first, and continues with the page
 * @throws StorageUnavailableError, CorruptRecordError, HostError, ImpersonationRefusedError: retry the call
 */
export async function redactPage(work: PageWork): Promise<PageResult | 'superseded'> {
  const wanted = work.page();
  const { targets, others } = await readTargets(work.storage, wanted);
  const survey = await surveyPage(work, targets, wanted.noted ?? NO_FACTS);
  if (survey === undefined) return notSeen(wanted);
  const edits = await editContents(work, survey);
  if (edits === 'superseded') return edits;
  if (edits === undefined) return notSeen(wanted);
  const after = await verifyAndMark(work, edits, targets);
  return resultOf(work, survey, edits, others, after);
}
