import type { FindingView } from '../../../../src/admin/findings/finding-view';
import type { Severity } from '../../../../src/detection/detector';
import { type Names, readAccounts, readSpaces } from '../names';
import { ask } from '../operations';

/** The names for the IDs in findings. */
export interface FindingNames extends Names {
  readonly detectors: ReadonlyMap<string, string>;
  /** Some names could not be loaded, so their IDs are shown. */
  readonly isIncomplete: boolean;
}

export const NO_NAMES: FindingNames = {
  levels: [],
  spaces: new Map(),
  accounts: new Map(),
  detectors: new Map(),
  isIncomplete: false,
};

export function detectorName({ detectors }: Pick<FindingNames, 'detectors'>, detectorId: string): string {
  return detectors.get(detectorId) ?? detectorId;
}

/** Loads the current levels and detectors. Never rejects. */
export async function readLevelsAndDetectors(): Promise<FindingNames> {
  const [levels, detection] = await Promise.all([ask('listLevels', {}), ask('getDetection', {})]);
  const catalog = detection.ok ? detection.value.catalog : [];
  return {
    ...NO_NAMES,
    levels: levels.ok ? levels.value.levels : [],
    detectors: new Map(catalog.map(({ detectorId, name }) => [detectorId, name])),
    isIncomplete: !levels.ok || !detection.ok,
  };
}

/** Adds the names of spaces and people that are not loaded yet. Never rejects. */
export async function withMoreNames(
  known: FindingNames,
  spaceIds: readonly string[],
  accountIds: readonly string[] = [],
): Promise<FindingNames> {
  const [spaces, accounts] = await Promise.all([
    readSpaces(spaceIds.filter((spaceId) => !known.spaces.has(spaceId))),
    readAccounts(accountIds.filter((accountId) => !known.accounts.has(accountId))),
  ]);
  return {
    ...known,
    spaces: new Map([...known.spaces, ...spaces]),
    accounts: new Map([...known.accounts, ...accounts]),
  };
}

export function rowOf(finding: FindingView): TriageRow {
  return { id: finding.findingId, finding, pageIds: [finding.pageId], count: 1, severity: finding.severity };
}

/** A row of the list: a finding, or a group with a representative finding. */
export interface TriageRow {
  readonly id: string;
  /** The latest finding of a group. */
  readonly finding: FindingView;
  readonly pageIds: readonly string[];
  readonly count: number;
  /** The highest severity in the group. */
  readonly severity: Severity;
}
