import { type Actor, type Confluence, HostError, route } from '../../platform/confluence';
import type { EditableContent, GuardRedaction, ListedVersion } from './content-editing';
import type { Committed } from '../page-progress';
import type { TextRange } from './redact-parts';
import type { GuardRequest } from '../run-model';

/**
 * Atlassian Guard's own redaction of a page, which requires Guard Premium. Guard removes ranges of text and keeps them
 * for people who may restore them. The app asks Guard at most once for each version and stores the request first: a
 * missing reply does not cause a second request. Only the page shows the result; the app's own edit does the rest.
 */

export interface GuardQuestion {
  readonly pageId: string;
  readonly accountId: string;
  /** The message of our own versions and the reason given to Guard. It holds no value. */
  readonly message: string;
  /** True if new requests to Guard are allowed. */
  readonly isWanted: boolean;
  /** If true, the redaction no longer waits for Guard. */
  readonly isLastTry: boolean;
  /** The earlier request to Guard. */
  readonly request: GuardRequest | undefined;
  /** Stores the request. */
  readonly storeRequest: (request: GuardRequest | undefined) => Promise<Committed>;
}

export function openGuardRedaction(confluence: Confluence, question: GuardQuestion): GuardRedaction {
  const { pageId, accountId, message } = question;
  let { request } = question;
  const storeRequest = (next: GuardRequest | undefined): Promise<Committed> => {
    request = next;
    return question.storeRequest(next);
  };
  return {
    methodFor: (content, textRanges) => methodFor(content, textRanges, request, question),
    ask: async ({ version, createdAt }, textRanges) => {
      if ((await storeRequest({ version, state: 'asked' })) === 'superseded') return 'superseded';
      const person: Actor = { kind: 'person', accountId };
      const body = { createdAt, ...sectionsOf(textRanges, message) };
      try {
        const { status } = await confluence.post(person, route`/wiki/api/v2/pages/${pageId}/redact`, body);
        return await storeRequest({ version, state: status === 202 ? 'accepted' : 'refused' });
      } catch (error) {
        // The request did not reach Guard.
        const isUnsent = error instanceof HostError && error.kind === 'quota';
        if (isUnsent && (await storeRequest(undefined)) === 'superseded') return 'superseded';
        throw error;
      }
    },
    versionOf: (versions) => versionOf(versions, request, question),
  };
}

function methodFor(
  { version, createdAt }: EditableContent,
  textRanges: readonly TextRange[] | undefined,
  request: GuardRequest | undefined,
  { isWanted, isLastTry }: GuardQuestion,
): 'guard' | 'edit' | 'wait' {
  const isOfThisVersion = request?.version === version;
  // Guard does not handle values that it left or that were added since.
  if (request !== undefined && request.state !== 'refused') return isOfThisVersion && !isLastTry ? 'wait' : 'edit';
  const isPossible = createdAt !== undefined && textRanges !== undefined;
  return isWanted && isPossible && !isOfThisVersion ? 'guard' : 'edit';
}

/** Guard does not use our message and need not write as the person: only its acceptance identifies its version. */
function versionOf(
  versions: readonly ListedVersion[],
  request: GuardRequest | undefined,
  { message, accountId }: GuardQuestion,
): number | undefined {
  if (request === undefined || request.state === 'refused') return undefined;
  const next = versions.find(({ number }) => number === request.version + 1);
  if (next === undefined || next.message === message) return undefined;
  return request.state === 'accepted' || next.authorId === accountId ? next.number : undefined;
}

interface Pointer {
  readonly pointer: string;
  readonly from: number;
  readonly to: number;
  readonly reason: string;
}

/** Guard's format, which addresses a text node and not the string in it. Findings do not overlap. */
function sectionsOf(ranges: readonly TextRange[], reason: string) {
  const sections: Record<TextRange['field'], { redactions: Pointer[] }> = {
    title: { redactions: [] },
    body: { redactions: [] },
  };
  for (const { field, pointer, start, end } of ranges) {
    const ofNode = field === 'body' ? pointer.slice(0, -'/text'.length) : pointer;
    sections[field].redactions.push({ pointer: ofNode, from: start, to: end, reason });
  }
  const { title, body } = sections;
  return {
    ...(title.redactions.length === 0 ? {} : { title }),
    ...(body.redactions.length === 0 ? {} : { body }),
  };
}
