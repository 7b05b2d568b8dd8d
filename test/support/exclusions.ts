import type { Exclusion } from '../../src/findings/exclusions/model';
import type { Site } from './site';
import { putRow } from './stored-rows';

/** Stores exclusions directly, bypassing the app. */

const EXCLUSION_ID = '00000000-0000-4000-8000-0000000e0001';

export function anExclusion(change: Partial<Exclusion> = {}): Exclusion {
  return {
    exclusionId: EXCLUSION_ID,
    match: { by: 'detector', detectorId: 'email' },
    scope: { of: 'site' },
    reason: 'Known and harmless.',
    createdBy: 'alice',
    createdAt: '2026-01-20T10:00:00.000Z',
    ...change,
  };
}

let revision = 0;

/** Replaces all existing ones. */
export async function storeExclusions(site: Site, ...all: readonly Exclusion[]): Promise<void> {
  revision += 1;
  await putRow(site, 'config', 'detection-exclusions', { v: 1, rev: revision, value: all });
}
