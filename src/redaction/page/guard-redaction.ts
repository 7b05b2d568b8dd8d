import { folderOf } from '../../classification/content-type';
import { HostError, route } from '../../platform/confluence';
import type { EditableContent, GuardRedaction, ListedVersion } from './content-editing';
import type { PageWork } from '../page-work';
import type { TextRange } from './redact-parts';

/**
 * Atlassian Guard's own redaction of a page, which requires Guard Premium. Guard removes ranges of text and keeps them
 * for people who may restore them. The app asks Guard at most once for each version and stores the request first, so
 * that a missing reply does not cause a second request. Only the page shows the result; the app's own edit does the
 * rest.
 */

export function openGuardRedaction(work: PageWork): GuardRedaction {
  const { confluence, pageId, contentType, person, message, commit } = work;
  const folder = folderOf(contentType);
  return {
    methodFor: (content, textRanges) => methodFor(content, textRanges, work),
    ask: async ({ version, createdAt }, textRanges) => {
      if ((await commit({ guard: { version, state: 'asked' } })) === 'superseded') return 'superseded';
      const body = { createdAt, ...sectionsOf(textRanges, message) };
      try {
        const { status } = await confluence.post(person, route`/wiki/api/v2/${folder}/${pageId}/redact`, body);
        return await commit({ guard: { version, state: status === 202 ? 'accepted' : 'refused' } });
      } catch (error) {
        // The request did not reach Guard.
        const isUnsent = error instanceof HostError && error.kind === 'quota';
        if (isUnsent && (await commit({ guard: undefined })) === 'superseded') return 'superseded';
        throw error;
      }
    },
    versionOf: (versions) => versionOf(versions, work),
  };
}

function methodFor(
  { version, createdAt }: EditableContent,
  textRanges: readonly TextRange[] | undefined,
  { usesGuard, marker, isLastTry, page }: PageWork,
): 'guard' | 'edit' | 'wait' {
  const { guard: request } = page();
  const isOfThisVersion = request?.version === version;
  // Guard does not handle values that it left or that were added since.
  if (request !== undefined && request.state !== 'refused') return isOfThisVersion && !isLastTry ? 'wait' : 'edit';
  const isPossible = createdAt !== undefined && textRanges !== undefined;
  // Guard leaves a bar and cannot show categories.
  const isWanted = usesGuard && marker === 'block';
  return isWanted && isPossible && !isOfThisVersion ? 'guard' : 'edit';
}

/** Guard does not use our message and need not write as the person, so only its acceptance identifies its version. */
function versionOf(versions: readonly ListedVersion[], { message, accountId, page }: PageWork): number | undefined {
  const { guard: request } = page();
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
