import { readManifest } from '../../../local/forge/manifest';
import { parseEntityDefinitions } from '../../../local/forge/storage';
import { changeConfiguration } from '../../../src/configuration/change-configuration';
import { DETECTION, planDetection } from '../../../src/detection/configuration/change-detection';
import { readDetection } from '../../../src/detection/configuration/configuration-store';
import {
  changeDetector,
  changeSiteDetection,
  changeSpaceDetection,
  type DetectionEdit,
  putCustomDetector,
  putDetectorScheme,
  removeCustomDetector,
  removeDetectorScheme,
} from '../../../src/detection/configuration/edit-configuration';
import { configHashOf, effectiveDetection } from '../../../src/detection/configuration/effective-detection';
import {
  type CustomDetector,
  DEFAULT_CONFIG,
  DETECTION_LIMITS,
  type DetectionConfig,
  type DetectorScheme,
} from '../../../src/detection/configuration/model';
import { Deadline } from '../../../src/platform/deadline';
import { systemRandom } from '../../../src/platform/random';
import { openStorage } from '../../../src/platform/storage';
import { aStorage, type Harness } from '../../local/storage/harness';

/** The detection configuration of a site and the settings in effect in its spaces. */

const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
const isBuiltIn = (id: string) => id === 'email' || id === 'us-ssn';
const anyLevel = () => true;
const { regions, minConfidence, targets, attachmentContents, triggers, rules, redaction } = DEFAULT_CONFIG;
const SITE = { regions, minConfidence, targets, attachmentContents, triggers, rules, redaction };

function aDetector(change: Partial<CustomDetector> = {}): CustomDetector {
  return {
    detectorId: `custom:${uuid(1)}`,
    name: 'Project code',
    category: 'pii',
    severity: 'medium',
    pattern: 'PRJ-[0-9]{6}',
    keywords: [],
    proximity: 50,
    confidence: 0.8,
    samples: { match: ['PRJ-123456'], noMatch: ['PRJ-12'] },
    ...change,
  };
}

const aScheme = (change: Partial<DetectorScheme> = {}): DetectorScheme => ({
  schemeId: uuid(9),
  name: 'Strict',
  detectors: {},
  ...change,
});

function done(edit: DetectionEdit): DetectionConfig {
  if (edit.outcome !== 'changed') throw new Error(JSON.stringify(edit));
  return edit.config;
}

const edited = (...edits: readonly ((config: DetectionConfig) => DetectionEdit)[]) =>
  edits.reduce((config, edit) => done(edit(config)), DEFAULT_CONFIG);

describe('in a space', () => {
  const config = edited(
    (now) => changeDetector(now, 'email', { enabled: false, severity: 'low' }, isBuiltIn),
    (now) => changeSiteDetection(now, { ...SITE, regions: ['US'] }, anyLevel),
    (now) => putCustomDetector(now, aDetector(), true),
    (now) =>
      putDetectorScheme(
        now,
        aScheme({
          regions: ['GB', 'DE', 'GB'],
          detectors: { email: { enabled: true }, [aDetector().detectorId]: { enabled: false } },
        }),
        true,
        isBuiltIn,
      ),
    (now) => changeSpaceDetection(now, '100', uuid(9)),
  );

  it('each setting of the scheme overrides the site', () => {
    expect(effectiveDetection(config, '100').policy).toEqual({
      regions: ['DE', 'GB'],
      minConfidence: 0.5,
      detectors: { email: { enabled: true, severity: 'low' }, [aDetector().detectorId]: { enabled: false } },
    });
  });

  it('the settings of the site apply without a scheme', () => {
    const site = effectiveDetection(config);
    expect(effectiveDetection(config, '200')).toEqual(site);
    expect(site.policy).toEqual({
      regions: ['US'],
      minConfidence: 0.5,
      detectors: { email: { enabled: false, severity: 'low' } },
    });
  });

  it('a disabled custom detector does not run', () => {
    expect(effectiveDetection(config, '100').custom).toEqual([]);
    expect(effectiveDetection(config, '200').custom).toEqual([aDetector()]);
  });

  it('no regions mean every region', () => {
    expect(effectiveDetection(DEFAULT_CONFIG, '100').policy).not.toHaveProperty('regions');
  });
});

describe('a page scan is outdated', () => {
  const hashOf = (config: DetectionConfig, spaceId = '100') => configHashOf(effectiveDetection(config, spaceId), ['1']);
  const base = edited(
    (now) => putCustomDetector(now, aDetector(), true),
    (now) => putDetectorScheme(now, aScheme({ detectors: { email: { enabled: false } } }), true, isBuiltIn),
  );

  it.each<[string, (config: DetectionConfig) => DetectionEdit]>([
    ['a detector', (now) => changeDetector(now, 'email', { minConfidence: 0.9 }, isBuiltIn)],
    ['the regions', (now) => changeSiteDetection(now, { ...SITE, regions: ['US'] }, anyLevel)],
    ['the targets', (now) => changeSiteDetection(now, { ...SITE, targets: { ...targets, comments: false } }, anyLevel)],
    ['a pattern', (now) => putCustomDetector(now, aDetector({ pattern: 'PRJ-[0-9]{7}' }), false)],
    ['the scheme of its space', (now) => changeSpaceDetection(now, '100', uuid(9))],
  ])('after a change of %s', (_what, edit) => {
    expect(hashOf(done(edit(base)))).not.toBe(hashOf(base));
  });

  it.each<[string, (config: DetectionConfig) => DetectionEdit]>([
    ['a name', (now) => putCustomDetector(now, aDetector({ name: 'Other' }), false)],
    [
      'a schedule',
      (now) => changeSiteDetection(now, { ...SITE, triggers: { ...triggers, schedule: 'daily' } }, anyLevel),
    ],
    ['who redacts', (now) => changeSiteDetection(now, { ...SITE, redaction: { guard: true } }, anyLevel)],
    ['another space', (now) => changeSpaceDetection(now, '200', uuid(9))],
    ['a scheme that it does not use', (now) => putDetectorScheme(now, aScheme(), false, isBuiltIn)],
  ])('not after a change of %s', (_what, edit) => {
    expect(hashOf(done(edit(base)))).toBe(hashOf(base));
  });

  it('with another version of the engine', () => {
    const effective = effectiveDetection(base);
    expect(configHashOf(effective, ['2'])).not.toBe(configHashOf(effective, ['1']));
  });

  it('but not by another order of the same settings', () => {
    const one = (id: string) => (now: DetectionConfig) => changeDetector(now, id, { enabled: false }, isBuiltIn);
    expect(hashOf(edited(one('email'), one('us-ssn')))).toBe(hashOf(edited(one('us-ssn'), one('email'))));
  });
});

describe('an edit', () => {
  it('of a detector keeps omitted settings and removes overrides set to null', () => {
    const settings = (...changes: readonly Parameters<typeof changeDetector>[2][]) =>
      edited(...changes.map((change) => (now: DetectionConfig) => changeDetector(now, 'email', change, isBuiltIn)))
        .detectors;
    expect(settings({ enabled: false, severity: 'low' }, { severity: null, minConfidence: 0 })).toEqual({
      email: { enabled: false, minConfidence: 0 },
    });
    expect(settings({ enabled: false }, { enabled: null })).toEqual({});
  });

  it('without changes is reported as unchanged', () => {
    const config = edited((now) => putCustomDetector(now, aDetector(), true));
    expect(changeDetector(config, 'email', { enabled: null }, isBuiltIn)).toEqual({ outcome: 'unchanged' });
    expect(putCustomDetector(config, aDetector(), false)).toEqual({ outcome: 'unchanged' });
    expect(changeSiteDetection(config, SITE, anyLevel)).toEqual({ outcome: 'unchanged' });
    expect(changeSpaceDetection(config, '100', undefined)).toEqual({ outcome: 'unchanged' });
  });

  it('is refused for unknown detectors, schemes and levels', () => {
    const refused = (reason: string, where?: readonly string[]) =>
      expect.objectContaining({ outcome: 'refused', reason, ...(where === undefined ? {} : { where }) });
    const config = DEFAULT_CONFIG;
    expect(changeDetector(config, '__proto__', { enabled: false }, isBuiltIn)).toEqual(refused('DETECTOR_NOT_FOUND'));
    expect(putCustomDetector(config, aDetector(), false)).toEqual(refused('DETECTOR_NOT_FOUND'));
    expect(removeCustomDetector(config, 'email')).toEqual(refused('DETECTOR_NOT_FOUND'));
    expect(putDetectorScheme(config, aScheme({ detectors: { nothing: {} } }), true, isBuiltIn)).toEqual(
      refused('UNKNOWN_DETECTORS', ['nothing']),
    );
    expect(putDetectorScheme(config, aScheme(), false, isBuiltIn)).toEqual(refused('SCHEME_NOT_FOUND'));
    expect(changeSpaceDetection(config, '100', uuid(9))).toEqual(refused('SCHEME_NOT_FOUND'));
    const rule = { severity: 'high', levelId: uuid(5) } as const;
    expect(changeSiteDetection(config, { ...SITE, rules: [rule] }, () => false)).toEqual(
      refused('LEVEL_NOT_SETTABLE', ['high']),
    );
    expect(changeSiteDetection(config, { ...SITE, rules: [rule, rule] }, anyLevel)).toEqual(refused('RULE_REPEATED'));
  });

  it('succeeds if an existing rule has a level that was archived since', () => {
    const rules = [{ severity: 'high' as const, levelId: uuid(5) }];
    const config = edited((now) => changeSiteDetection(now, { ...SITE, rules }, anyLevel));
    const edit = changeSiteDetection(config, { ...SITE, rules, regions: ['US'] }, () => false);
    expect(done(edit)).toMatchObject({ regions: ['US'], rules });
  });

  it('that removes a detector also removes its settings', () => {
    const { detectorId } = aDetector();
    const off = { [detectorId]: { enabled: false } };
    const config = edited(
      (now) => putCustomDetector(now, aDetector(), true),
      (now) => changeDetector(now, detectorId, { enabled: false }, isBuiltIn),
      (now) => putDetectorScheme(now, aScheme({ detectors: off }), true, isBuiltIn),
      (now) => removeCustomDetector(now, detectorId),
    );
    expect(JSON.stringify(config)).not.toContain(detectorId);
  });

  it('does not remove a scheme that a space uses', () => {
    const config = edited(
      (now) => putDetectorScheme(now, aScheme(), true, isBuiltIn),
      (now) => changeSpaceDetection(now, '100', uuid(9)),
    );
    expect(removeDetectorScheme(config, uuid(9), 'refused')).toEqual({
      outcome: 'refused',
      reason: 'SCHEME_IN_USE',
      where: ['space:100'],
    });
    const free = done(changeSpaceDetection(config, '100', undefined));
    expect(done(removeDetectorScheme(free, uuid(9), 'refused')).schemes).toEqual([]);
  });

  it('refuses a name that exists in any case', () => {
    const config = edited(
      (now) => putCustomDetector(now, aDetector(), true),
      (now) => putDetectorScheme(now, aScheme(), true, isBuiltIn),
    );
    const detector = aDetector({ detectorId: `custom:${uuid(2)}`, name: 'PROJECT CODE' });
    expect(putCustomDetector(config, detector, true)).toEqual({ outcome: 'refused', reason: 'NAME_TAKEN' });
    const scheme = aScheme({ schemeId: uuid(8), name: 'strict' });
    expect(putDetectorScheme(config, scheme, true, isBuiltIn)).toEqual({ outcome: 'refused', reason: 'NAME_TAKEN' });
    expect(putCustomDetector(config, aDetector({ name: 'PROJECT code' }), false).outcome).toBe('changed');
  });

  it('enforces the limits', () => {
    const custom = Array.from({ length: DETECTION_LIMITS.customDetectors }, (_, index) =>
      aDetector({ detectorId: `custom:${uuid(index)}`, name: `Detector ${index}` }),
    );
    const detector = aDetector({ detectorId: `custom:${uuid(500)}` });
    const full = { ...DEFAULT_CONFIG, custom };
    expect(putCustomDetector(full, detector, true)).toEqual({ outcome: 'refused', reason: 'TOO_MANY_DETECTORS' });
    const one = { ...detector, detectorId: `custom:${uuid(0)}` };
    expect(putCustomDetector(full, one, false).outcome).toBe('changed');
  });

  it('records in the audit log that samples changed, without their texts', () => {
    const config = edited((now) => putCustomDetector(now, aDetector(), true));
    const edit = putCustomDetector(config, aDetector({ samples: { match: ['PRJ-999999'], noMatch: ['x'] } }), false);
    expect(edit).toMatchObject({ outcome: 'changed', before: {}, after: { samples: 'changed' } });
    expect(JSON.stringify(edit.outcome === 'changed' && [edit.before, edit.after])).not.toContain('999999');
  });
});

describe('the stored configuration', () => {
  const entities = parseEntityDefinitions(readManifest().raw);
  let harness: Harness;
  beforeEach(() => {
    harness = aStorage({ entities });
  });
  afterEach(() => harness.database.close());

  const storage = () => openStorage(new Deadline(10_000));
  const change = (edit: (now: DetectionConfig) => DetectionEdit, before?: Awaited<ReturnType<typeof readDetection>>) =>
    harness.app(() =>
      changeConfiguration(
        DETECTION,
        {
          storage: storage(),
          random: systemRandom,
          clock: () => new Date('2026-01-05T10:00:00.000Z'),
          requestId: uuid(7),
          installationId: 'installation-1',
          push: { push: () => Promise.reject(new Error('nothing is pushed')) },
          log: () => undefined,
          author: () => ({ actor: { type: 'user', accountId: 'ada' }, stillValid: [] }),
          known: before,
          isExpected: ({ revision }) => before === undefined || revision === before.revision,
        },
        () =>
          planDetection({ type: 'detector.updated', subject: 'detector:email', edit: ({ config }) => edit(config) }),
      ),
    );
  const read = () => harness.app(() => readDetection(storage()));
  const audits = () => harness.storage.dump('installation-1').filter(({ entity }) => entity === 'audit');
  const off = (now: DetectionConfig) => changeDetector(now, 'email', { enabled: false }, isBuiltIn);
  const on = (now: DetectionConfig) => changeDetector(now, 'email', { enabled: true }, isBuiltIn);

  it('is the default until the first edit, and each edit has one audit row', async () => {
    expect(await read()).toMatchObject({ revision: 0, config: DEFAULT_CONFIG });
    await change(off);
    await change(on);
    expect(await change(on)).toMatchObject({ outcome: 'unchanged' });
    expect(await read()).toMatchObject({
      revision: 2,
      config: { ...DEFAULT_CONFIG, detectors: { email: { enabled: true } } },
    });
    expect(audits()).toHaveLength(2);
  });

  it('accepts one of two edits of the same revision', async () => {
    const before = await read();
    expect(await change(off, before)).toMatchObject({ outcome: 'changed' });
    expect(await change(on, before)).toMatchObject({ outcome: 'outdated', configuration: { revision: 1 } });
    expect((await read()).config.detectors).toEqual({ email: { enabled: false } });
    expect(audits()).toHaveLength(1);
  });

  it('never exceeds the size of a row', async () => {
    const sample = 'ä'.repeat(1_000);
    const custom = Array.from({ length: 100 }, (_, index) =>
      aDetector({
        detectorId: `custom:${uuid(index)}`,
        name: `Detector ${index}`,
        samples: { match: [sample], noMatch: [sample] },
      }),
    );
    const before = { revision: 0, firstCatalog: 2, config: { ...DEFAULT_CONFIG, custom } };
    expect(await change(off, before)).toEqual({ outcome: 'refused', reason: 'CONFIGURATION_TOO_LARGE', where: [] });
    expect(audits()).toEqual([]);
  });
});
