import { randomUUID } from 'node:crypto';
import { defaultLevels } from '../../src/classification/default-levels';
import { planLevels } from '../../src/classification/change-levels';
import type { LevelEdit } from '../../src/classification/edit-levels';
import type { SettingsEdit } from '../../src/classification/edit-settings';
import type { Level, Settings } from '../../src/classification/model';
import { NO_SETTINGS } from '../../src/classification/settings';
import { DEFAULT_CONFIG } from '../../src/detection/configuration/model';
import { CATALOG } from '../../src/detection/detector';
import { planDocument, type Plan, type PlanRequest } from '../../src/policy/plan';
import type { PolicyDocument } from '../../src/policy/document';
import { policyDocument } from '../../src/policy/document';
import type { PolicyState } from '../../src/policy/state';
import { toDocument, type Viewer } from '../../src/policy/views';

/** Configurations without a site, for tests of what a document changes. */

const INSTALLATION = 'ari:cloud:confluence::site/00000000-0000-4000-8000-00000000abcd';
export const NOW = new Date('2026-06-01T09:00:00.000Z');

const VIEWER: Viewer = { installationId: INSTALLATION, now: NOW, sees: () => true };

export function emptyState(): PolicyState {
  return {
    levels: { revision: 0, all: defaultLevels(INSTALLATION), settings: NO_SETTINGS },
    detection: { revision: 0, config: DEFAULT_CONFIG, firstCatalog: CATALOG },
    exclusions: { revision: 0, all: [] },
    governance: { revision: 0, stored: {} },
    quotas: { revision: 0, own: {} },
  };
}

export function exportOf(state: PolicyState): string {
  return JSON.stringify(toDocument(state, VIEWER));
}

const RANDOM = { uuid: () => randomUUID(), bytes: (length: number) => new Uint8Array(length), number: () => 0.5 };

/** Through JSON and the schema, as a request. */
function parsed(document: object): PolicyDocument {
  return policyDocument.parse(JSON.parse(JSON.stringify(document)));
}

export function planOf(state: PolicyState, document: object, others: Partial<PlanRequest> = {}): Promise<Plan> {
  return planDocument(state, {
    ...VIEWER,
    random: RANDOM,
    document: parsed(document),
    prune: false,
    createdBy: 'admin',
    fingerprintKey: () => ({ version: '1', bytes: Buffer.alloc(32, 7) }),
    maxQuotas: 'off',
    ...others,
  });
}

/** The document of a site, with these parts in place of all others. */
export function documentWith(parts: object): object {
  return { version: 1, site: '00000000-0000-4000-8000-00000000abcd', ...parts };
}

/** Makes an edit as the admin area does. Refused edits change nothing. */
export function withLevels(
  state: PolicyState,
  change:
    | { readonly editLevels: (levels: readonly Level[]) => LevelEdit }
    | { readonly editSettings: (settings: Settings) => SettingsEdit },
): PolicyState {
  const edited = planLevels({ type: 'settings.updated', subject: 'settings', ...change }).edit(state.levels);
  return edited.outcome === 'changed' ? { ...state, levels: edited.next } : state;
}
