import { type Actor, type Confluence, HostError, route } from '../platform/confluence';
import type { EditableContent, GuardRedaction, ToldVersion } from './content-editing';
import type { TextRange } from './redact-parts';
import type { GuardRequest } from './run-model';

/**
 * Atlassian Guard's own redaction of a page, which sites with Guard Premium have: it takes out ranges of text, and keeps what
 * it took out for those who may restore it. It is asked once for each version at most, and what it was asked for is written
 * down before: no reply is no reason to ask again. What it has done is for the page to tell; all else our own edit does.
 */

export interface GuardQuestion {
  readonly pageId: string;
  readonly accountId: string;
  /** What our own versions are written with, and why it is asked: no value is in it. */
  readonly message: string;
  /** Whether it may be asked from now on. */
  readonly isWanted: boolean;
  /** It is waited for no longer. */
  readonly isLastTry: boolean;
  /** What it was asked for before. */
  readonly request: GuardRequest | undefined;
  /** Keeps what it is asked for; throws where somebody else goes on. */
  readonly note: (request: GuardRequest | undefined) => Promise<void>;
}

export function openGuardRedaction(confluence: Confluence, question: GuardQuestion): GuardRedaction {
  const { pageId, accountId, message } = question;
  let { request } = question;
  const note = async (noted: GuardRequest | undefined) => {
    await question.note(noted);
    request = noted;
  };
  return {
    wayOf: (content, textRanges) => wayOf(content, textRanges, request, question),
    ask: async ({ version, createdAt }, textRanges) => {
      await note({ version, state: 'asked' });
      const person: Actor = { kind: 'person', accountId };
      const body = { createdAt, ...sectionsOf(textRanges, message) };
      try {
        const { status } = await confluence.post(person, route`/wiki/api/v2/pages/${pageId}/redact`, body);
        await note({ version, state: status === 202 ? 'accepted' : 'refused' });
      } catch (error) {
        // It has not come to Guard.
        if (error instanceof HostError && error.kind === 'quota') await note(undefined);
        throw error;
      }
    },
    versionOf: (versions) => versionOf(versions, request, question),
  };
}

function wayOf(
  { version, createdAt }: EditableContent,
  textRanges: readonly TextRange[] | undefined,
  request: GuardRequest | undefined,
  { isWanted, isLastTry }: GuardQuestion,
): 'guard' | 'edit' | 'wait' {
  const isOfThisVersion = request?.version === version;
  // What it has left, or somebody has written since, is not its business any more.
  if (request !== undefined && request.state !== 'refused') return isOfThisVersion && !isLastTry ? 'wait' : 'edit';
  const isPossible = createdAt !== undefined && textRanges !== undefined;
  return isWanted && isPossible && !isOfThisVersion ? 'guard' : 'edit';
}

/** It says no word of ours, and need not write in the name of the person: then only that it has accepted tells. */
function versionOf(
  versions: readonly ToldVersion[],
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

/** In Guard's words, where a place is a text node and not the string in it. Findings do not lie over each other. */
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
