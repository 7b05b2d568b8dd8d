import { parsePageLevel, readPageLevelRow } from '../classification/page-level-store';
import type { Inspector } from '../findings/inspect-page';
import type { Clock } from '../platform/clock';
import { HostError } from '../platform/confluence';
import { retryOnConflict } from '../platform/retry-on-conflict';
import type { Storage } from '../platform/storage';
import { awaitAll } from '../platform/await-all';
import { otherValues } from './copies';
import type { MarkerStyle } from './cut';
import type { ContentEditing, ContentForEditing, EditableContent, NotEditable } from './content-editing';
import { planRedaction, type RedactionPlan, showCuts, type Sought } from './plan-redaction';
import { valuesIn } from './redact-parts';
import type { Failure, Method, ShownCut } from './run-model';

/**
 * Takes values out of a page or a comment, with a new version. It can be begun again at any point: what is gone is not found
 * any more, and a version that was written tells by its message which redaction wrote it.
 */

export interface EditContext {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly inspector: Inspector;
  /** Nothing is written. */
  readonly dryRun: boolean;
  readonly marker: MarkerStyle;
  /** Whether the caller currently has access to pages of this space and level. */
  readonly isAllowed: (spaceId: string, levelId: string | null) => Promise<boolean>;
}

export type Edit =
  | { readonly outcome: 'hidden' }
  /** Whoever asks may not deal with the page any more. */
  | { readonly outcome: 'denied' }
  | { readonly outcome: 'not-done'; readonly reason: Failure }
  | Planned
  | Changed;

interface Planned {
  /** `planned`: it would be so. `nothing`: there was nothing to take out. */
  readonly outcome: 'planned' | 'nothing';
  readonly plan: RedactionPlan;
  /** The fingerprints of the values that are cut. */
  readonly goes: ReadonlySet<string>;
  /** Only in a dry run. */
  readonly cuts?: readonly ShownCut[];
}

interface Changed extends Omit<Planned, 'outcome'> {
  readonly outcome: 'written';
  /** The one without the values. */
  readonly version: number;
  readonly method: Method;
}

const MAX_ATTEMPTS = 5;

/**
 * Cuts the values out of one content.
 * @param first the content as it was read before; undefined = it is read now
 * @throws StorageUnavailableError, CorruptRecordError, HostError, ImpersonationRefusedError: then it is to be done again
 */
export async function editContent(
  context: EditContext,
  { read, write, instead, guard }: ContentEditing,
  pageId: string,
  sought: Sought,
  first?: ContentForEditing,
): Promise<Edit> {
  const { storage, clock, inspector, dryRun, marker } = context;
  const { fingerprints } = sought;
  let attempted: RedactionPlan | undefined;
  let isRefused = false;
  let lost: HostError | undefined;
  const edit = await retryOnConflict(
    async (attempt): Promise<Edit | 'conflict'> => {
      const [seen, row] = await awaitAll([
        attempt === 1 && first !== undefined ? first : read(),
        readPageLevelRow(storage, pageId),
      ] as const);
      if (seen.outcome === 'hidden') return { outcome: 'hidden' };
      const levelId = parsePageLevel(pageId, row).record?.levelId ?? null;
      if (seen.outcome === 'not-editable') {
        if (!(await context.isAllowed(seen.spaceId, levelId))) return { outcome: 'denied' };
        return { outcome: 'not-done', reason: reasonOf(seen.reason) };
      }
      const { content } = seen;
      const { spaceId } = content;
      const options = inspector.scanOptions(spaceId, clock());
      // Somebody changed it since the values were collected. The other contents were not searched for the new spelling.
      if (otherValues(valuesIn(content.parts, fingerprints, options, marker), sought.known).length > 0)
        throw new HostError('failure', 'a value was added in another spelling while the page was redacted');
      const plan = planRedaction(content, sought, options, marker);
      // What has been written is brought to its end, whoever may do what by now.
      if (!plan.isChange && content.ownVersions.length > 0)
        return withoutChange(content, plan, attempted, fingerprints);
      if (!(await context.isAllowed(spaceId, levelId))) return { outcome: 'denied' };
      if (dryRun) {
        const cuts = showCuts(content, plan.cuts, options);
        return { outcome: 'planned', plan, goes: plan.goes, cuts };
      }
      if (!plan.isChange) return withoutChange(content, plan, attempted, fingerprints);
      attempted = plan;
      const way = guard?.wayOf(content, plan.textRanges) ?? 'edit';
      if (way === 'wait') throw lost ?? new HostError('failure', 'Guard has not redacted the page yet');
      lost = undefined;
      try {
        // What comes of it must be looked at.
        if (way === 'guard' && attempt < MAX_ATTEMPTS) {
          await guard?.ask(content, plan.textRanges ?? []);
          return 'conflict';
        }
        const written = await write(content, isRefused ? instead(content, plan.parts) : plan.parts);
        if (written === 'written')
          return {
            outcome: 'written',
            plan,
            goes: plan.goes,
            version: content.version + 1,
            method: methodOf(content),
          };
        if (written !== 'refused') return 'conflict';
        // Read once more what it came to; and another page may have the title that is left.
        if (isRefused) return { outcome: 'not-done', reason: 'refused' };
        isRefused = true;
      } catch (error) {
        // Whether it was written is for the content to tell.
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

/** There is nothing left to take out: because a write of ours took place that could not say so, or because others were faster. */
function withoutChange(
  content: EditableContent,
  plan: RedactionPlan,
  attempted: RedactionPlan | undefined,
  fingerprints: ReadonlySet<string>,
): Edit {
  const {
    ownVersions: [version],
  } = content;
  if (version === undefined) return { outcome: 'nothing', plan, goes: new Set() };
  const isGone = [...(attempted?.goes ?? fingerprints)].filter((fingerprint) => !plan.stays.has(fingerprint));
  const places = attempted?.places ?? [];
  return {
    outcome: 'written',
    plan: { ...plan, places, uncertain: attempted?.uncertain ?? plan.uncertain },
    goes: new Set(isGone),
    version,
    method: methodOf(content),
  };
}

function methodOf({ guardVersion }: EditableContent): Method {
  return guardVersion === undefined ? 'edit' : 'guard';
}
