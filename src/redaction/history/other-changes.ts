import { HostError, ImpersonationRefusedError } from '../../platform/confluence';
import type { PageWork } from '../page-work';
import { isStillOfNewEditor } from '../page/page-editing';
import type { OtherChanges, PageResult } from '../run-model';
import { isOnlyCut } from './is-only-cut';
import { type Content, type OldVersion, searchOldVersions } from './old-versions';

/**
 * Compares each version that a redaction wrote with the version before it, as Confluence returns them. Confluence may change more
 * than was cut when it stores a version.
 * @returns undefined if nothing else changed
 * @throws HostError, ImpersonationRefusedError
 */
export async function findOtherChanges(work: PageWork, result: PageResult): Promise<OtherChanges | undefined> {
  const { versionBefore, versionAfter, comments = [], method } = result;
  const written: Written[] = comments.map(({ commentId, field, ...versions }) => ({
    content: { commentId, field },
    ...versions,
  }));
  if (versionBefore !== undefined && versionAfter !== undefined)
    written.push({ content: undefined, versionBefore, versionAfter });
  try {
    const found = new Set<OtherChanges | undefined>();
    for (const one of written) found.add(await compare(work, one, one.content === undefined && method === 'guard'));
    if (found.has('content')) return 'content';
    if (versionAfter !== undefined && work.page().noted?.isOfNewEditor === true && !(await isStillOfNewEditor(work)))
      return 'editor';
    return found.has('unknown') ? 'unknown' : undefined;
  } catch (error) {
    // The page is written, so its result must not wait until calls are possible again.
    const isRefused = error instanceof ImpersonationRefusedError;
    if (isRefused || (error instanceof HostError && (work.isLastTry || error.kind === 'quota'))) return 'unknown';
    throw error;
  }
}

interface Written {
  /** Undefined = the page. */
  readonly content: Content;
  readonly versionBefore: number;
  readonly versionAfter: number;
}

/** @param isByGuard true if versions without the message of the redaction belong to it, too */
async function compare(
  work: PageWork,
  { content, versionBefore, versionAfter }: Written,
  isByGuard: boolean,
): Promise<OtherChanges | undefined> {
  const versions = new Map<number, OldVersion>();
  await searchOldVersions(work, content, (some) => {
    for (const version of some) versions.set(version.number, version);
    return some.some(({ number }) => number <= versionBefore) || undefined;
  });
  let outcome: OtherChanges | undefined;
  for (let number = versionBefore + 1; number <= versionAfter; number += 1) {
    const [before, after] = [versions.get(number - 1), versions.get(number)];
    const [old] = before?.parts ?? [];
    const [now] = after?.parts ?? [];
    if (old === undefined || now === undefined) outcome = 'unknown';
    // Another user may have edited the page between two writes.
    else if ((isByGuard || after?.message === work.message) && !isOnlyCut(old.source, now.source)) return 'content';
  }
  return outcome;
}
