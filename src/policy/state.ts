import { type Levels, readLevels } from '../classification/level-store';
import { LEVELS_ROW } from '../classification/model';
import { GOVERNANCE_ROW, type Governance, readGovernance } from '../configuration/governance';
import { type Detection, DETECTION_ROWS, readDetection } from '../detection/configuration/configuration-store';
import { DETECTION_ROW } from '../detection/configuration/model';
import { type Exclusions, readExclusions } from '../findings/exclusions/exclusion-store';
import { EXCLUSIONS_ROW } from '../findings/exclusions/model';
import { readAhead } from '../platform/read-ahead';
import type { Revision, RowName, Storage } from '../platform/storage';
import { readOwnQuotas, type StoredQuotas } from '../quota/change-quotas';
import { QUOTAS_ROW } from '../quota/site-quotas';

/** The whole configuration of a site. A file describes it (docs/adr/0132). */

export interface PolicyState {
  readonly levels: Levels;
  readonly detection: Detection;
  readonly exclusions: Exclusions;
  readonly governance: { readonly revision: number; readonly stored: Governance };
  readonly quotas: StoredQuotas;
}

/** The row of each part. */
export const ROWS = {
  levels: LEVELS_ROW,
  detection: DETECTION_ROW,
  exclusions: EXCLUSIONS_ROW,
  governance: GOVERNANCE_ROW,
  quotas: QUOTAS_ROW,
} as const satisfies Record<keyof PolicyState, { readonly key: string }>;

export const PARTS = [
  'levels',
  'detection',
  'exclusions',
  'governance',
  'quotas',
] as const satisfies readonly (keyof PolicyState)[];

/** The rows that `readPolicy` reads. */
export const POLICY_ROWS: readonly RowName[] = [
  ...PARTS.map((part) => ({ entity: 'config', key: ROWS[part].key }) as const),
  ...DETECTION_ROWS,
];

export interface StoredPolicy {
  readonly state: PolicyState;
  /** The conditions of a write, by part. */
  readonly revisions: Readonly<Record<keyof PolicyState, Revision>>;
}

/** Takes one call for each row. @throws StorageUnavailableError, CorruptRecordError */
export async function readPolicy(
  storage: Pick<Storage, 'read' | 'readMany'>,
  installationId: string,
): Promise<StoredPolicy> {
  const rows = await readAhead(storage, [], POLICY_ROWS);
  const revisionOf = async (part: keyof PolicyState) => (await rows.read('config', ROWS[part].key)).revision;
  return {
    state: {
      levels: await readLevels(rows, installationId),
      detection: await readDetection(rows),
      exclusions: await readExclusions(rows),
      governance: await readGovernance(rows),
      quotas: await readOwnQuotas(rows),
    },
    revisions: {
      levels: await revisionOf('levels'),
      detection: await revisionOf('detection'),
      exclusions: await revisionOf('exclusions'),
      governance: await revisionOf('governance'),
      quotas: await revisionOf('quotas'),
    },
  };
}

/** `l1.d0.x3.g2.q0`: changes whenever a part changes. */
export function revisionsOf({ levels, detection, exclusions, governance, quotas }: PolicyState): string {
  return `l${levels.revision}.d${detection.revision}.x${exclusions.revision}.g${governance.revision}.q${quotas.revision}`;
}

/** The ID of the site, which stays the same when the app is installed again. */
export function siteIdOf(installationId: string): string {
  return installationId.slice(installationId.lastIndexOf('/') + 1);
}
