import type { FindingView } from '../../../../src/admin/finding-view';
import type { Severity } from '../../../../src/detection/detector';
import { type Names, readAccounts, readSpaces } from '../names';
import { ask } from '../operations';

/** What the ids in findings are called. */
export interface FindingNames extends Names {
  readonly detectors: ReadonlyMap<string, string>;
  /** Something could not be asked, so that an id may stand where there is a name. */
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

/** The levels and detectors as they are now. Never rejects. */
export async function readLevelsAndDetectors(): Promise<FindingNames> {
  const [levels, detection] = await Promise.all([ask('listLevels', {}), ask('getDetection', {})]);
  const catalogue = detection.ok ? detection.value.catalogue : [];
  return {
    ...NO_NAMES,
    levels: levels.ok ? levels.value.levels : [],
    detectors: new Map(catalogue.map(({ detectorId, name }) => [detectorId, name])),
    isIncomplete: !levels.ok || !detection.ok,
  };
}

/** With the names of spaces and people that are not known yet. Never rejects. */
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

/** A row of the list: a finding, or several of which one stands for the others. */
export interface TriageRow {
  readonly id: string;
  /** Of a group, that which was found last. */
  readonly finding: FindingView;
  readonly pageIds: readonly string[];
  readonly count: number;
  /** The greatest. */
  readonly severity: Severity;
}
