import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import {
  addLevel,
  addSubLevel,
  changeLevel,
  changeSubLevel,
  reorderLevels,
  reorderSubLevels,
  setLevelStatus,
  setSubLevelStatus,
} from '../../src/classification/edit-levels';
import { changeSite, changeSpace, changeSurfaces, putLevelScheme } from '../../src/classification/edit-settings';
import { LEVEL_COLORS } from '../../src/classification/model';
import { isSettable } from '../../src/classification/edit-settings';
import { surfaceSettingsOf } from '../../src/classification/settings';
import {
  changeDetector,
  changeSiteDetection,
  changeSpaceDetection,
  type DetectionEdit,
  putCustomDetector,
  putDetectorScheme,
  removeCustomDetector,
} from '../../src/detection/configuration/edit-configuration';
import type { DetectionConfig } from '../../src/detection/configuration/model';
import { SEVERITIES } from '../../src/detection/detector';
import { EXPOSURE, setRules } from '../../src/exposure/change-rules';
import { type ExposureRule, PURPOSES } from '../../src/configuration/governance';
import { exposureOf } from '../../src/exposure/rules';
import { toExclusion } from '../../src/findings/exclusions/change-exclusions';
import { PAGE_USE, setUseRules } from '../../src/page-use/change-rules';
import { OTHER_SUBJECTS, pageUseOf } from '../../src/page-use/rules';
import { REVIEW, reviewRulesOf, setReviewRules } from '../../src/review/rules';
import type { PolicyState } from '../../src/policy/state';
import { emptyState, exportOf, NOW, planOf, withLevels } from '../policy/states';
import { runsOf } from '../support/sample';

/**
 * An export that is applied to an empty installation gives the same export, byte by byte. The configurations come from random edits
 * as admins make them, not from documents.
 */

const DETECTORS = ['us-ssn', 'email', 'card-pan', 'iban'];
const SPACES = ['98306', '98307', '4294967999'];

type Pick = <T>(all: readonly T[]) => T;
type Step = (state: PolicyState, pick: Pick, text: string) => PolicyState;

function withDetection(state: PolicyState, edit: (config: DetectionConfig) => DetectionEdit): PolicyState {
  const edited = edit(state.detection.config);
  return edited.outcome === 'changed' ? { ...state, detection: { ...state.detection, config: edited.config } } : state;
}

const isBuiltIn = (id: string) => DETECTORS.includes(id);
const someOf = <T>(all: readonly T[], pick: Pick) => all.filter(() => pick([true, false]));
const idsOf = ({ levels }: PolicyState) => levels.all.map(({ levelId }) => levelId);

const STEPS: readonly Step[] = [
  (state, pick, name) =>
    withLevels(state, {
      editLevels: (all) =>
        addLevel(all, randomUUID(), {
          name,
          description: pick(['', 'For few.']),
          guideline: '',
          color: pick(LEVEL_COLORS),
        }),
    }),
  // A default level gets another name and key, and another level its old ones.
  (state, pick, name) =>
    withLevels(state, {
      editLevels: (all) =>
        changeLevel(all, pick(all).levelId, {
          levelKey: pick([undefined, 'restricted', 'company']),
          name: pick([name, 'Internal', 'Restricted']),
          banner: pick([undefined, { text: 'Careful' }, { text: '', contact: undefined }]),
          translations: pick([undefined, {}, { fr: { name: 'Secret' }, de: { name: 'Geheim' } }]),
        }),
    }),
  (state, pick) =>
    withLevels(state, {
      editLevels: (all) => setLevelStatus(all, pick(all).levelId, pick(['ARCHIVED', 'PUBLISHED'])),
    }),
  (state, pick) =>
    withLevels(state, {
      editLevels: (all) =>
        reorderLevels(
          all,
          all.map(({ levelId }) => levelId).toSorted(() => pick([-1, 1])),
        ),
    }),
  (state, pick, name) =>
    withLevels(state, {
      editLevels: (all) => addSubLevel(all, pick(all).levelId, randomUUID(), { name, description: '' }),
    }),
  (state, pick, name) => {
    const level = pick(state.levels.all);
    if (level.subLevels.length === 0) return state;
    const place = { levelId: level.levelId, subLevelId: pick(level.subLevels).subLevelId };
    const ids = level.subLevels.map(({ subLevelId }) => subLevelId);
    return withLevels(state, {
      editLevels: (all) =>
        pick([
          changeSubLevel(all, place, { name, subLevelKey: pick([undefined, 'finance', 'money']) }),
          setSubLevelStatus(all, place, pick(['ARCHIVED', 'PUBLISHED'])),
          reorderSubLevels(all, level.levelId, ids.toReversed()),
        ]),
    });
  },
  (state, pick, name) =>
    withLevels(state, {
      editSettings: (settings) =>
        putLevelScheme(
          settings,
          { schemeId: randomUUID(), name, levelIds: [pick(idsOf(state)), ...someOf(idsOf(state), pick)] },
          true,
        ),
    }),
  (state, pick) =>
    withLevels(state, {
      editSettings: (settings) =>
        changeSite(
          settings,
          {
            lowering: pick(['allowed', 'justified', 'forbidden']),
            ...pick([{}, { defaultLevel: { levelId: pick(idsOf(state)) } }]),
            ...pick([{}, ...settings.schemes.map(({ schemeId }) => ({ schemeId }))]),
          },
          {
            delegated: someOf(['defaultLevel', 'levels', 'lowering', 'off'], pick),
            defaultFloor: pick([undefined, 'none', 'default', ...idsOf(state)]),
            mentions: pick([true, false]),
          },
        ),
    }),
  (state, pick) =>
    withLevels(state, {
      editSettings: (settings) =>
        changeSpace(settings, pick(SPACES), {
          ...pick([{}, { defaultLevel: 'none' as const }, { defaultLevel: { levelId: pick(idsOf(state)) } }]),
          ...pick([{}, { schemeId: 'none' as const }, ...settings.schemes.map(({ schemeId }) => ({ schemeId }))]),
        }),
    }),
  (state, pick) =>
    withLevels(state, {
      editSettings: (settings) =>
        changeSurfaces(settings, {
          ...surfaceSettingsOf(settings),
          byline: pick([true, false]),
          bylineNames: pick(['site', 'viewer']),
          offSpaceIds: someOf(SPACES, pick),
        }),
    }),
  (state, pick) =>
    withDetection(state, (config) =>
      changeSiteDetection(
        config,
        {
          ...config,
          regions: someOf(['US', 'GB', 'DE'], pick),
          minConfidence: pick([0.3, 0.5, 0.75]),
          triggers: { onPublish: pick([true, false]), schedule: pick(['off', 'daily', 'weekly']) },
          rules: someOf(SEVERITIES, pick)
            .toSorted(() => pick([-1, 1]))
            .map((severity) => {
              const { levelId, subLevels } = pick(state.levels.all);
              return { severity, levelId, ...pick([{}, ...subLevels.map(({ subLevelId }) => ({ subLevelId }))]) };
            }),
        },
        (level) => isSettable(state.levels.all, level),
      ),
    ),
  (state, pick) =>
    withDetection(state, (config) =>
      changeDetector(
        config,
        pick([...DETECTORS, ...config.custom.map(({ detectorId }) => detectorId)]),
        { enabled: pick([true, false, null]), severity: pick(['low', null]), minConfidence: pick([0.9, null]) },
        isBuiltIn,
      ),
    ),
  (state, pick, name) =>
    withDetection(state, (config) =>
      putCustomDetector(
        config,
        {
          ...{
            detectorId: `custom:${randomUUID()}`,
            name,
            category: pick(['pii', 'secret']),
            severity: pick(SEVERITIES),
          },
          ...{ pattern: 'PRJ-[0-9]{6}', keywords: pick([[], ['project']]), proximity: 50, confidence: 0.8 },
          samples: { match: ['project PRJ-123456'], noMatch: ['PRJ-12'] },
        },
        true,
      ),
    ),
  (state, pick) =>
    withDetection(state, (config) =>
      config.custom.length === 0
        ? { outcome: 'unchanged' }
        : removeCustomDetector(config, pick(config.custom).detectorId),
    ),
  (state, pick, name) =>
    withDetection(state, (config) =>
      putDetectorScheme(
        config,
        {
          ...{ schemeId: randomUUID(), name },
          ...pick([{}, { regions: ['US'] }, { minConfidence: 0.2 }]),
          detectors: Object.fromEntries(
            someOf([...DETECTORS, ...config.custom.map(({ detectorId }) => detectorId)], pick).map((id) => [
              id,
              pick([{ enabled: false }, { severity: 'high' as const }]),
            ]),
          ),
        },
        true,
        isBuiltIn,
      ),
    ),
  (state, pick) =>
    withDetection(state, (config) =>
      changeSpaceDetection(config, pick(SPACES), pick([undefined, ...config.schemes.map(({ schemeId }) => schemeId)])),
    ),
  (state, pick, reason) => {
    const one = toExclusion(
      {
        match: pick([
          {
            by: 'detector',
            detectorId: pick([...DETECTORS, ...state.detection.config.custom.map((own) => own.detectorId)]),
          },
          { by: 'pattern', pattern: '^4000' },
          { by: 'domain', domain: 'example.com', hash: 'hash-of-another-key-0' },
          { by: 'location', kind: 'code' },
          { by: 'fingerprint', fingerprints: ['fingerprint-of-a-value'] },
        ]),
        scope: pick([
          { of: 'site' },
          { of: 'space', spaceId: pick(SPACES) },
          { of: 'page', pageId: '164001' },
          { of: 'label', label: 'test' },
          { of: 'level', levelId: pick(idsOf(state)) },
        ]),
        reason: pick([reason, 'Test data.']),
        ...pick([{}, { expiresAt: '2027-01-01T00:00:00.000Z' }, { expiresAt: '2026-01-01T00:00:00.000Z' }]),
      },
      { random: { uuid: randomUUID, bytes: (length) => new Uint8Array(length) }, now: NOW, createdBy: 'another-admin' },
    );
    return { ...state, exclusions: { ...state.exclusions, all: [...state.exclusions.all, one] } };
  },
  (state, pick) => {
    const exposure = exposureOf(state.governance, state.levels);
    const rules: Record<string, ExposureRule> = Object.fromEntries(
      someOf(idsOf(state), pick).map((levelId) => [
        levelId,
        {
          ...({
            guests: pick(['allowed', 'forbidden'] as const),
            unlicensed: 'forbidden',
            anonymous: 'forbidden',
          } as const),
          ...pick([{}, { maxPeople: 7 }, { groupIds: ['group-b', 'group-a'] }]),
        },
      ]),
    );
    const edited = setRules(state.levels, rules, NOW).edit(exposure);
    if (edited.outcome !== 'changed') return state;
    return { ...state, governance: { revision: 1, stored: EXPOSURE.valueOf(edited.next) } };
  },
  (state, pick) => {
    const rules = Object.fromEntries(
      someOf(idsOf(state), pick).map((levelId) => [
        levelId,
        { months: pick([1, 12]), reviewers: pick(['owner', 'space-admins'] as const) },
      ]),
    );
    const edited = setReviewRules(state.levels, rules).edit(reviewRulesOf(state.governance));
    if (edited.outcome !== 'changed') return state;
    return { ...state, governance: { revision: 1, stored: REVIEW.valueOf(edited.next) } };
  },
  (state, pick) => {
    const rules = Object.fromEntries(
      someOf([...idsOf(state).map((levelId) => `level:${levelId}`), ...OTHER_SUBJECTS], pick).map((subject) => [
        subject,
        { ask: someOf(PURPOSES, pick), deny: someOf(PURPOSES, pick) },
      ]),
    );
    const edited = setUseRules(state.levels, rules).edit(pageUseOf(state.governance, state.levels));
    if (edited.outcome !== 'changed') return state;
    return { ...state, governance: { revision: 1, stored: PAGE_USE.valueOf(edited.next) } };
  },
  (state, pick) => {
    const labels = { enabled: pick([true, false]), prefix: pick(['classification-', 'level-']) };
    return { ...state, governance: { revision: 1, stored: { ...state.governance.stored, labels } } };
  },
  (state, pick) => ({ ...state, quotas: { revision: 1, own: pick([{}, { key: 20 }, { site: 90, host: 4_000 }]) } }),
];

const NAMES = ['Secret', 'Geheim 2', 'Internal', 'Project X', 'Zeta', 'Ünïcode'];

const configuration = fc
  .array(
    fc.record({
      step: fc.nat(),
      choices: fc.array(fc.nat(1_000), { minLength: 20, maxLength: 20 }),
      name: fc.constantFrom(...NAMES),
    }),
    {
      minLength: 5,
      maxLength: 40,
    },
  )
  .map((steps) =>
    steps.reduce((state, { step, choices, name }) => {
      let next = 0;
      const pick: Pick = (all) => {
        const chosen = all.map((one) => ({ one }))[(choices[next++ % choices.length] ?? 0) % all.length];
        if (chosen === undefined) throw new Error('nothing to choose from');
        return chosen.one;
      };
      return STEPS[step % STEPS.length]?.(state, pick, name) ?? state;
    }, emptyState()),
  );

describe('the export of a random configuration', () => {
  it('applies to an empty installation, and is then the same byte by byte', async () => {
    await fc.assert(
      fc.asyncProperty(configuration, async (state) => {
        const before = exportOf(state);
        const plan = await planOf(emptyState(), JSON.parse(before));
        expect(plan.refusals).toEqual([]);
        expect(exportOf(plan.after)).toBe(before);
      }),
      { endOnFailure: true, numRuns: runsOf(400) },
    );
  }, 120_000);

  it('changes nothing where it comes from', async () => {
    await fc.assert(
      fc.asyncProperty(configuration, async (state) => {
        for (const prune of [false, true]) {
          const plan = await planOf(state, JSON.parse(exportOf(state)), { prune });
          expect([plan.entries, plan.refusals]).toEqual([[], []]);
        }
      }),
      { endOnFailure: true, numRuns: runsOf(200) },
    );
  }, 120_000);

  it('replaces any other configuration with prune', async () => {
    await fc.assert(
      fc.asyncProperty(configuration, configuration, async (state, other) => {
        const plan = await planOf(other, JSON.parse(exportOf(state)), { prune: true });
        if (plan.refusals.length > 0) return;
        const again = await planOf(plan.after, JSON.parse(exportOf(state)), { prune: true });
        expect([again.entries, again.refusals]).toEqual([[], []]);
      }),
      { endOnFailure: true, numRuns: runsOf(200) },
    );
  }, 120_000);
});
