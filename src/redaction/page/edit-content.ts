import { parsePageLevel, readPageLevelRow } from '../../classification/page-level-store';
import { HostError } from '../../platform/confluence';
import { retryOnConflict } from '../../platform/retry-on-conflict';
import { awaitAll } from '../../platform/await-all';
import { otherValues } from './copies';
import type { ContentEditing, ContentForEditing, EditableContent, NotEditable } from './content-editing';
import type { PageWork } from '../page-work';
import { planEdit, type RedactionPlan, showCuts, type ValuesToRemove } from './plan-redaction';
import { valuesIn } from './redact-parts';
import type { Failure, Method, ShownCut } from '../run-model';

/**
 * Removes values from a page or a comment with a new version. It can restart at any point, because removed values are
 * not found again and the message of a version identifies the redaction that wrote it.
 */

export type Edit =
  | { readonly outcome: 'hidden' }
  /** The caller no longer has access to the page. */
  | { readonly outcome: 'denied' }
  | { readonly outcome: 'not-done'; readonly reason: Failure }
  | Planned
  | Changed;

interface Planned {
  /** `planned`: a real run would make these cuts. `nothing`: there was nothing to remove. */
  readonly outcome: 'planned' | 'nothing';
  readonly plan: RedactionPlan;
  /** The fingerprints of the values that are cut. */
  readonly removed: ReadonlySet<string>;
  /** Only in a dry run. */
  readonly cuts?: readonly ShownCut[];
}

interface Changed extends Omit<Planned, 'outcome'> {
  readonly outcome: 'written';
  /** The version without the values. */
  readonly version: number;
  readonly method: Method;
}

const MAX_ATTEMPTS = 5;

/**
 * Cuts the values out of one content.
 * @param first the content as already read; undefined = read it now
 * @returns `superseded`: another step of the redaction wrote first, and continues with the page
 * @throws StorageUnavailableError, CorruptRecordError, HostError, ImpersonationRefusedError: retry the call
 */
export async function editContent(
  work: PageWork,
  { read, write, alternative, guard }: ContentEditing,
  valuesToRemove: ValuesToRemove,
  first?: ContentForEditing,
): Promise<Edit | 'superseded'> {
  const { storage, clock, scanner, pageId, dryRun, marker, isAllowed } = work;
  const { fingerprints } = valuesToRemove;
  let attempted: RedactionPlan | undefined;
  let isRefused = false;
  let lost: HostError | undefined;
  const edit = await retryOnConflict(
    async (attempt): Promise<Edit | 'superseded' | 'conflict'> => {
      const [seen, row] = await awaitAll([
        attempt === 1 && first !== undefined ? first : read(),
        readPageLevelRow(storage, pageId),
      ] as const);
      if (seen.outcome === 'hidden') return { outcome: 'hidden' };
      const levelId = parsePageLevel(pageId, row).record?.levelId ?? null;
      if (seen.outcome === 'not-editable') {
        if (!(await isAllowed(seen.spaceId, levelId))) return { outcome: 'denied' };
        return { outcome: 'not-done', reason: reasonOf(seen.reason) };
      }
      const { content } = seen;
      const { spaceId, parts, document = [] } = content;
      const options = scanner.scanOptions(spaceId, clock());
      // The content changed after the values were collected. The other contents were not searched for the new spelling.
      if (
        otherValues(valuesIn([...parts, ...document], fingerprints, options, marker), valuesToRemove.known).length > 0
      )
        throw new HostError('failure', 'a value was added in another spelling while the page was redacted');
      const plan = planEdit(content, valuesToRemove, options, marker);
      // Content that has already been written is completed, even if permissions have changed.
      if (!plan.isChange && content.ownVersions.length > 0)
        return withoutChange(content, plan, attempted, fingerprints);
      if (!(await isAllowed(spaceId, levelId))) return { outcome: 'denied' };
      if (dryRun) {
        const cuts = showCuts(content, plan.cuts);
        return { outcome: 'planned', plan, removed: plan.removed, cuts };
      }
      if (!plan.isChange) return withoutChange(content, plan, attempted, fingerprints);
      attempted = plan;
      const way = guard?.methodFor(content, plan.textRanges) ?? 'edit';
      if (way === 'wait') throw lost ?? new HostError('failure', 'Guard has not redacted the page yet');
      lost = undefined;
      try {
        // The next attempt reads the result.
        if (way === 'guard' && attempt < MAX_ATTEMPTS) {
          const asked = await guard?.ask(content, plan.textRanges ?? []);
          return asked === 'superseded' ? asked : 'conflict';
        }
        const written = await write(content, isRefused ? alternative(content, plan.parts) : plan.parts);
        if (written === 'written')
          return {
            outcome: 'written',
            plan,
            removed: plan.removed,
            version: content.version + 1,
            method: methodOf(content),
          };
        if (written !== 'refused') return 'conflict';
        // The next attempt reads the content again. Another page may also have the remaining title.
        if (isRefused) return { outcome: 'not-done', reason: 'refused' };
        isRefused = true;
      } catch (error) {
        // The next read shows whether the version was written.
        if (!(error instanceof HostError) || error.kind === 'quota') throw error;
        lost = error;
      }
      return 'conflict';
    },
    { maxAttempts: MAX_ATTEMPTS },
  );
  if (edit !== 'conflict') return edit;
  if (lost !== undefined) throw lost;
  return { outcome: 'not-done', reason: 'conflict' };
}

function reasonOf(reason: NotEditable): Failure {
  return reason === 'unreadable' ? 'cannot-redact' : reason;
}

/** Nothing is left to remove. A write of this redaction took effect without a reply, or another user was faster. */
function withoutChange(
  content: EditableContent,
  plan: RedactionPlan,
  attempted: RedactionPlan | undefined,
  fingerprints: ReadonlySet<string>,
): Edit {
  const {
    ownVersions: [version],
  } = content;
  if (version === undefined) return { outcome: 'nothing', plan, removed: new Set() };
  const isGone = [...(attempted?.removed ?? fingerprints)].filter((fingerprint) => !plan.remaining.has(fingerprint));
  const places = attempted?.places ?? [];
  return {
    outcome: 'written',
    plan: { ...plan, places, uncertain: attempted?.uncertain ?? plan.uncertain },
    removed: new Set(isGone),
    version,
    method: methodOf(content),
  };
}

function methodOf({ guardVersion }: EditableContent): Method {
  return guardVersion === undefined ? 'edit' : 'guard';
}
