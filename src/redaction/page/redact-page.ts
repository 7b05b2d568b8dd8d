import { editContents } from './edit-contents';
import { openGuardRedaction } from './guard-redaction';
import { openPageEditing } from './page-editing';
import { NO_FACTS, type RedactPageContext } from './page-redaction';
import { notSeen, resultOf } from './page-result';
import { namesOf, readTargets, type Targets } from './redaction-targets';
import type { PageResult, RedactionPage } from '../run-model';
import { surveyPage, type SurveyQuestion } from './survey-page';
import { verifyAndMark } from './verify-and-mark';

/**
 * Removes values from one page and its comments on behalf of a person who may edit them. Every attempt can be repeated.
 * A finding is redacted only after the new version was read back and scanned.
 *
 * Values are not stored: after a crash, only the page and its comments show them. A value therefore leaves the contents
 * that only copy it before it leaves the contents in which a detector finds it.
 */

/**
 * The stages of an attempt, in order. Each returns early if there is nothing left for the next one.
 * @returns `superseded`: another step of the redaction wrote first, and continues with the page
 * @throws StorageUnavailableError, CorruptRecordError, HostError, ImpersonationRefusedError: retry the call
 */
export async function redactPage(
  context: RedactPageContext,
  wanted: RedactionPage,
): Promise<PageResult | 'superseded'> {
  const findings = await readTargets(context.storage, wanted);
  const survey = await surveyPage(context, surveyQuestion(context, wanted, findings.targets));
  if (survey === undefined) return notSeen(wanted);
  const redaction = { survey, targets: findings.targets, facts: wanted.noted ?? NO_FACTS };
  const edits = await editContents(context, wanted.pageId, redaction);
  if (edits === 'superseded') return edits;
  if (edits === undefined) return notSeen(wanted);
  const after = await verifyAndMark(context, wanted.pageId, edits, findings.targets);
  return resultOf(context, redaction, edits, { ...findings, after });
}

function surveyQuestion(context: RedactPageContext, wanted: RedactionPage, targets: Targets): SurveyQuestion {
  const { confluence, accountId, redactionId } = context;
  const { pageId, noted } = wanted;
  const message = messageOf(redactionId);
  const guard = guardFor(context, wanted, message);
  return {
    pageId,
    message,
    pageEditing: openPageEditing(confluence, { accountId, pageId, message, guard }),
    named: [...namesOf(targets), ...(noted?.comments ?? [])],
    fingerprints: new Set([...targets.values()].map(({ fingerprint }) => fingerprint)),
  };
}

/** Guard leaves a bar and cannot show categories. */
function guardFor(context: RedactPageContext, { pageId, guard: request }: RedactionPage, message: string) {
  const { confluence, accountId, marker, usesGuard, isLastTry, storeGuardRequest: storeRequest } = context;
  const isWanted = usesGuard && marker === 'block';
  if (!isWanted && request === undefined) return undefined;
  return openGuardRedaction(confluence, { pageId, accountId, message, isWanted, isLastTry, request, storeRequest });
}

/** The message informs readers of the page history and identifies our versions after a crash. */
function messageOf(redactionId: string): string {
  return `Sensitive data was redacted (${redactionId})`;
}
