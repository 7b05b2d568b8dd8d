import type { RefusalTexts } from '../configuration/refusal-text';
import { RULE_REFUSALS } from '../configuration/rule-refusals';
import type { ConfigurationChange, ConfigurationKind } from '../configuration/change-configuration';
import { auditDetails } from '../audit/details';
import type { Levels } from '../classification/level-store';
import { isOffIn } from '../classification/settings';
import { type Governance, GOVERNANCE_ROW, type LabelSync, readGovernance } from '../configuration/governance';
import type { Storage } from '../platform/storage';
import { MIRROR_QUEUE } from './push-mirror';

/**
 * The labels that follow levels, one way (docs/adr/0133). Everyone who may edit a page can change its labels, so nothing is ever decided
 * from one.
 */

export interface StoredLabelSync extends LabelSync {
  /** The revision of the row. 0: never changed. */
  readonly revision: number;
  /** The whole row, of which this is a part. */
  readonly stored: Governance;
}

/** A site that has never turned it on. */
const OFF: LabelSync = { enabled: false, prefix: 'classification-' };

/** @throws StorageUnavailableError, CorruptRecordError */
export async function readLabelSync(storage: Pick<Storage, 'read'>): Promise<StoredLabelSync> {
  return labelSyncOf(await readGovernance(storage));
}

export function labelSyncOf({ revision, stored }: Pick<StoredLabelSync, 'revision' | 'stored'>): StoredLabelSync {
  return { revision, ...(stored.labels ?? OFF), stored };
}

/**
 * The label of each level, by id; empty while it is off. Labels are lowercase and keys need not be, so levels whose keys differ only in
 * case have their id in the label: no key has the form of an id.
 */
export function labelsOfLevels(
  { all }: Pick<Levels, 'all'>,
  { enabled, prefix }: LabelSync,
): ReadonlyMap<string, string> {
  if (!enabled) return new Map();
  const keys = all.map(({ levelKey }) => levelKey.toLowerCase());
  return new Map(
    all.map(({ levelId }, index) => {
      const key = keys[index] ?? levelId;
      return [levelId, `${prefix}${keys.indexOf(key) === keys.lastIndexOf(key) ? key : levelId}`];
    }),
  );
}

/** @returns undefined: the page must have no label of the app */
export function labelOfPage(
  { levelId, spaceId }: { readonly levelId: string | undefined; readonly spaceId: string | undefined },
  levels: Levels,
  labels: ReadonlyMap<string, string>,
): string | undefined {
  if (levelId === undefined || (spaceId !== undefined && isOffIn(levels.settings, spaceId))) return undefined;
  return labels.get(levelId);
}

type LabelRefusal = 'CONFIGURATION_TOO_LARGE';

export const LABEL_SYNC = {
  rowKey: GOVERNANCE_ROW.key,
  read: readLabelSync,
  valueOf: ({ stored, enabled, prefix }) => ({ ...stored, labels: { enabled, prefix } }),
  tooLarge: 'CONFIGURATION_TOO_LARGE',
  event: { queue: MIRROR_QUEUE, body: { task: 'configuration' } },
  refusals: {
    CHANGED: {
      code: 'LABEL_SYNC_CHANGED',
      problem: 'PRECONDITION_FAILED',
      detail: 'Another admin changed the rules of this site. Reload the page, then try again.',
      apiDetail: 'The setting does not match If-Match. Nothing was changed. Read it again, then decide.',
    },
    CONFIGURATION_TOO_LARGE: RULE_REFUSALS.CONFIGURATION_TOO_LARGE,
  } as const satisfies RefusalTexts<LabelRefusal>,
} as const satisfies ConfigurationKind<StoredLabelSync, LabelRefusal>;

/** Pages follow in the background: they lose the previous labels, and get the new ones. */
export function setLabelSync({ enabled, prefix }: LabelSync): ConfigurationChange<StoredLabelSync, LabelRefusal> {
  return {
    type: 'label-sync.updated',
    subject: 'label-sync',
    edit: (current) => {
      if (current.enabled === enabled && current.prefix === prefix) return { outcome: 'unchanged' };
      return {
        outcome: 'changed',
        next: { ...current, enabled, prefix },
        before: auditDetails({ enabled: current.enabled, labelPrefix: current.prefix }),
        after: auditDetails({ enabled, labelPrefix: prefix }),
      };
    },
  };
}
