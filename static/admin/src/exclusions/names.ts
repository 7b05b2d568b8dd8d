import type { ExclusionList } from '../../../../src/admin/findings/exclusions';
import { type FindingNames, readLevelsAndDetectors, withMoreNames } from '../detections/names';
import { readPages } from '../names';
import { ask, type Outcome } from '../operations';

/** The names for the IDs in exclusions. */
export interface ExclusionNames extends FindingNames {
  /** Titles. undefined: the page does not exist, or the user cannot view it. */
  readonly pages: ReadonlyMap<string, string | undefined>;
}

export interface ExclusionsAndNames extends ExclusionList {
  readonly names: ExclusionNames;
}

export async function readExclusions(): Promise<Outcome<ExclusionsAndNames>> {
  const list = await ask('listExclusions', {});
  return list.ok ? { ok: true, value: await withNames(list.value) } : list;
}

/** Never rejects. */
export async function withNames({ exclusions }: ExclusionList): Promise<ExclusionsAndNames> {
  const spaceIds = exclusions.flatMap(({ scope }) =>
    scope.of === 'space' && scope.spaceId !== undefined ? [scope.spaceId] : [],
  );
  const pageIds = exclusions.flatMap(({ scope }) =>
    scope.of === 'page' && scope.pageId !== undefined ? [scope.pageId] : [],
  );
  const accountIds = exclusions.map(({ createdBy }) => createdBy);
  const [known, pages] = await Promise.all([readLevelsAndDetectors(), readPages(pageIds)]);
  return { exclusions, names: { ...(await withMoreNames(known, spaceIds, accountIds)), pages } };
}
