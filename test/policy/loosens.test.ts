import type { EditKind } from '../../src/policy/edits';
import type { PolicyState } from '../../src/policy/state';
import { documentWith, emptyState, planOf } from './states';

/** Which edits of a document lower the protection of the site: each kind of edit, and both directions where it has two. */

interface Case {
  readonly kind: EditKind;
  /** The configuration before: a document that is applied to an empty installation. */
  readonly from?: object;
  readonly to: object;
  readonly prune?: boolean;
  readonly loosens: boolean;
}

const level = (key: string, more: object = {}) => ({ key, name: key[0]?.toUpperCase() + key.slice(1), ...more });
const DEFAULTS = ['highly-restricted', 'restricted', 'internal', 'public'] as const;
const NAMES = {
  'highly-restricted': 'Highly Restricted',
  restricted: 'Restricted',
  internal: 'Internal',
  public: 'Public',
};
const own = (key: (typeof DEFAULTS)[number], more: object = {}) => ({ key, name: NAMES[key], ...more });
const levels = (...all: readonly object[]) => ({ levels: all });
const scheme = (...keys: string[]) => ({ levelSchemes: [{ name: 'Some', levels: keys }] });
const CUSTOM = {
  ...{
    name: 'Project code',
    category: 'pii',
    severity: 'medium',
    pattern: 'PRJ-[0-9]{6}',
    keywords: ['project', 'code'],
  },
  samples: { match: ['project PRJ-123456'], noMatch: ['PRJ-12'] },
};
const custom = (more: object = {}) => ({ customDetectors: [{ ...CUSTOM, ...more }] });
const detectors = (settings: object) => ({ detection: { detectors: { 'us-ssn': settings } } });
const ofScheme = (more: object) => ({ detectorSchemes: [{ name: 'HR', detectors: {}, ...more }] });
const EXCLUSION = { match: { by: 'detector', detectorId: 'email' }, scope: { of: 'site' }, reason: 'Harmless.' };
const RULE = { guests: 'forbidden', unlicensed: 'forbidden', anonymous: 'forbidden' };
const rule = (restricted: object | 'none') => ({ exposure: { rules: { restricted } } });
const review = (restricted: object | 'none') => ({ review: { rules: { restricted } } });
const ALLOW = { ask: [], deny: [] };
const ASK = { ask: ['ai-read', 'ai-index', 'ai-train', 'guest', 'public', 'export'], deny: [] };
const DENY = { ask: [], deny: ASK.ask };
const use = (ofSubjects: Readonly<Record<string, object | 'none'>>) => ({ use: { rules: ofSubjects } });
const site = (settings: object) => ({ settings });
const pages = (settings: object) => ({ settings: { pages: settings } });
const space = (settings: object) => ({ spaces: { '98306': settings } });
const rules = (...all: readonly (readonly [string, string])[]) => ({
  detection: { rules: all.map(([severity, name]) => ({ severity, level: name })) },
});

/** Each pair is tried forth, which loosens, and back, which does not. */
const PAIRS: readonly (readonly [EditKind, strict: object, loose: object])[] = [
  [
    'level.change',
    levels(own('restricted', { banner: { text: 'Careful' } })),
    levels(own('restricted', { banner: { text: '' } })),
  ],
  ['settings.change', site({ lowering: 'forbidden' }), site({ lowering: 'justified' })],
  ['settings.change', site({ defaultLevel: 'restricted' }), site({ defaultLevel: 'internal' })],
  ['settings.change', site({ defaultLevel: 'restricted' }), site({ defaultLevel: 'none' })],
  ['settings.change', site({ delegated: [] }), site({ delegated: ['off'] })],
  ['settings.change', site({ delegated: ['lowering'] }), site({ delegated: [] })],
  ['settings.change', site({ mentions: true }), site({ mentions: false })],
  ['settings.change', site({ defaultFloor: 'restricted' }), site({ defaultFloor: 'public' })],
  [
    'settings.change',
    { ...scheme('highly-restricted', 'restricted', 'internal'), ...site({ allowedLevels: { scheme: 'Some' } }) },
    site({ allowedLevels: 'all' }),
  ],
  ['pages.change', pages({ banner: true }), pages({ banner: false })],
  ['pages.change', pages({ peopleMayExclude: false }), pages({ peopleMayExclude: true })],
  ['pages.change', pages({ offSpaceIds: [] }), pages({ offSpaceIds: ['98306'] })],
  ['level-scheme.change', scheme('highly-restricted', 'restricted'), scheme('highly-restricted', 'public')],
  ['level-scheme.change', scheme('highly-restricted', 'public'), scheme('restricted', 'public')],
  ['space.change', space({ defaultLevel: 'restricted' }), space({ defaultLevel: 'none' })],
  ['detection.change', { detection: { regions: [] } }, { detection: { regions: ['GB'] } }],
  ['detection.change', { detection: { minConfidence: 0.4 } }, { detection: { minConfidence: 0.9 } }],
  [
    'detection.change',
    { detection: { triggers: { onPublish: true, schedule: 'daily' } } },
    { detection: { triggers: { onPublish: true, schedule: 'weekly' } } },
  ],
  [
    'detection.change',
    { detection: { triggers: { onPublish: true, schedule: 'off' } } },
    { detection: { triggers: { onPublish: false, schedule: 'off' } } },
  ],
  [
    'detection.change',
    { detection: { targets: { title: true, body: true, comments: true, attachmentNames: true } } },
    { detection: { targets: { title: true, body: true, comments: false, attachmentNames: true } } },
  ],
  ['detection.change', rules(['high', 'restricted']), rules(['critical', 'restricted'])],
  ['detection.change', rules(['high', 'restricted']), rules(['high', 'internal'])],
  ['detector.change', detectors({ enabled: true }), detectors({ enabled: false })],
  ['detector.change', detectors({ minConfidence: 0.5 }), detectors({ minConfidence: 0.9 })],
  ['detector.change', detectors({ severity: 'critical' }), detectors({ severity: 'low' })],
  ['custom-detector.change', custom({ severity: 'high' }), custom({ severity: 'low' })],
  ['custom-detector.change', custom({ keywords: [] }), custom()],
  ['custom-detector.change', custom({ proximity: 90 }), custom({ proximity: 20 })],
  ['detector-scheme.change', ofScheme({ minConfidence: 0.4 }), ofScheme({ minConfidence: 0.9 })],
  [
    'detector-scheme.change',
    ofScheme({ detectors: { 'us-ssn': { enabled: true } } }),
    ofScheme({ detectors: { 'us-ssn': { enabled: false } } }),
  ],
  ['exposure.change', rule(RULE), rule({ ...RULE, guests: 'allowed' })],
  ['exposure.change', rule(RULE), rule('none')],
  ['exposure.change', rule({ ...RULE, maxPeople: 10 }), rule({ ...RULE, maxPeople: 20 })],
  ['exposure.change', rule({ ...RULE, maxPeople: 10 }), rule(RULE)],
  ['exposure.change', rule({ ...RULE, groupIds: ['a'] }), rule({ ...RULE, groupIds: ['a', 'b'] })],
  ['review.change', review({ months: 6, reviewers: 'owner' }), review({ months: 12, reviewers: 'owner' })],
  ['review.change', review({ months: 6, reviewers: 'owner' }), review('none')],
  [
    'review.change',
    review({ months: 6, reviewers: 'owner', overdue: 'notify' }),
    review({ months: 6, reviewers: 'owner' }),
  ],
  ['use.change', use({ 'level:restricted': DENY }), use({ 'level:restricted': ASK })],
  ['use.change', use({ 'level:restricted': ASK }), use({ 'level:restricted': ALLOW })],
  ['use.change', use({ 'no-level': DENY }), use({ 'no-level': ASK })],
  ['use.change', use({ 'not-scanned': ASK }), use({ 'not-scanned': 'none' })],
  ['use.change', use({ 'findings:low': DENY }), use({ 'findings:low': 'none' })],
  ['quotas.change', { quotas: { site: 100 } }, { quotas: { site: 'maximum' } }],
  ['quotas.change', { quotas: { key: 20 } }, { quotas: { key: 30 } }],
];

const SINGLE: readonly Case[] = [
  { kind: 'level.add', to: levels(own('public'), level('lowest')), loosens: false },
  // The proposed rule for the most sensitive level becomes that of the second.
  { kind: 'level.order', to: levels(level('top'), ...DEFAULTS.map((key) => own(key))), loosens: true },
  { kind: 'level.order', to: levels(own('restricted'), own('highly-restricted')), loosens: true },
  {
    kind: 'level.order',
    from: {
      exposure: { rules: Object.fromEntries(DEFAULTS.map((key) => [key, RULE])) },
      ...use(Object.fromEntries(DEFAULTS.map((key) => [`level:${key}`, ASK]))),
    },
    to: levels(level('top'), ...DEFAULTS.map((key) => own(key))),
    loosens: false,
  },
  { kind: 'level.archive', to: levels(own('public', { status: 'ARCHIVED' })), loosens: true },
  { kind: 'level.archive', to: levels(own('restricted')), prune: true, loosens: true },
  { kind: 'level.change', to: levels(own('public', { description: 'For all.' })), loosens: false },
  {
    kind: 'level.restore',
    from: { ...levels(own('public', { status: 'ARCHIVED' })), ...rule(RULE) },
    to: levels(own('public', { status: 'PUBLISHED' })),
    loosens: false,
  },
  { kind: 'sub-level.add', to: levels(own('internal', { subLevels: [level('plans')] })), loosens: false },
  {
    kind: 'sub-level.change',
    to: levels(own('restricted', { subLevels: [{ key: 'people', name: 'Persons' }] })),
    loosens: false,
  },
  {
    kind: 'sub-level.archive',
    to: levels(own('restricted', { subLevels: [level('people', { status: 'ARCHIVED' })] })),
    loosens: true,
  },
  {
    kind: 'sub-level.restore',
    from: levels(own('restricted', { subLevels: [level('people', { status: 'ARCHIVED' })] })),
    to: levels(own('restricted', { subLevels: [level('people', { status: 'PUBLISHED' })] })),
    loosens: false,
  },
  {
    kind: 'sub-level.order',
    to: levels(own('restricted', { subLevels: [level('people'), level('finance')] })),
    loosens: false,
  },
  { kind: 'level-scheme.add', to: scheme('public'), loosens: false },
  { kind: 'level-scheme.remove', from: scheme('public'), to: { levelSchemes: [] }, prune: true, loosens: false },
  { kind: 'custom-detector.add', to: custom(), loosens: false },
  { kind: 'custom-detector.change', from: custom(), to: custom({ pattern: 'PRJ-[0-9]{6,8}' }), loosens: true },
  { kind: 'custom-detector.remove', from: custom(), to: { customDetectors: [] }, prune: true, loosens: true },
  { kind: 'detector-scheme.add', to: ofScheme({ minConfidence: 0.9 }), loosens: false },
  { kind: 'detector-scheme.remove', from: ofScheme({}), to: { detectorSchemes: [] }, prune: true, loosens: false },
  {
    kind: 'space-detection.change',
    from: ofScheme({ minConfidence: 0.9 }),
    to: space({ detectorScheme: 'HR' }),
    loosens: true,
  },
  {
    kind: 'space-detection.change',
    from: ofScheme({ minConfidence: 0.1 }),
    to: space({ detectorScheme: 'HR' }),
    loosens: false,
  },
  ...(['owner', 'space-admins'] as const).map((reviewers) => ({
    kind: 'review.change' as const,
    from: review({ months: 6, reviewers }),
    to: review({ months: 6, reviewers: reviewers === 'owner' ? 'space-admins' : 'owner' }),
    loosens: true,
  })),
  // A level without a rule has that of the next more sensitive level, and pages without a level are denied everything.
  {
    kind: 'use.change',
    from: use({ 'level:restricted': DENY }),
    to: use({ 'level:internal': 'none' }),
    loosens: false,
  },
  { kind: 'use.change', from: use({ 'level:internal': DENY }), to: use({ 'level:internal': 'none' }), loosens: true },
  { kind: 'use.change', to: use({ 'no-level': 'none' }), loosens: false },
  // The proposed rules for use follow the order of the levels.
  {
    kind: 'level.order',
    from: { exposure: { rules: Object.fromEntries(DEFAULTS.map((key) => [key, 'none'])) } },
    to: levels(own('restricted'), own('highly-restricted')),
    loosens: true,
  },
  { kind: 'labels.change', to: { labels: { enabled: true, prefix: 'level-' } }, loosens: false },
  {
    kind: 'labels.change',
    from: { labels: { enabled: true } },
    to: { labels: { enabled: false } },
    loosens: false,
  },
  { kind: 'exclusion.add', to: { exclusions: [EXCLUSION] }, loosens: true },
  { kind: 'exclusion.remove', from: { exclusions: [EXCLUSION] }, to: { exclusions: [] }, prune: true, loosens: false },
];

const CASES: readonly Case[] = [
  ...SINGLE,
  ...PAIRS.flatMap(([kind, strict, loose]) => [
    { kind, from: strict, to: loose, loosens: true },
    { kind, from: { ...strict, ...loose }, to: strict, loosens: false },
  ]),
];

async function stateWith(parts: object | undefined): Promise<PolicyState> {
  if (parts === undefined) return emptyState();
  const { after, refusals } = await planOf(emptyState(), documentWith(parts));
  expect(refusals).toEqual([]);
  return after;
}

it.each(CASES)('the edit $kind to $to is classified: $loosens', async ({ kind, from, to, prune = false, loosens }) => {
  const { entries, refusals } = await planOf(await stateWith(from), documentWith(to), { prune });
  expect(refusals).toEqual([]);
  const ofKind = entries.filter((one) => one.kind === kind);
  expect(ofKind).not.toEqual([]);
  expect(ofKind.some((one) => one.loosens)).toBe(loosens);
});

it('Every kind of edit is in the table, in both directions where it has two', () => {
  const kinds = new Set(CASES.map(({ kind }) => kind));
  expect([...kinds].toSorted()).toEqual(ALL_KINDS.toSorted());
});

/** A kind that is missing does not compile. */
const EVERY_KIND: Readonly<Record<EditKind, true>> = {
  ...{ 'level.add': true, 'level.change': true, 'level.archive': true, 'level.restore': true, 'level.order': true },
  ...{ 'sub-level.add': true, 'sub-level.change': true, 'sub-level.archive': true, 'sub-level.restore': true },
  ...{ 'sub-level.order': true, 'settings.change': true, 'pages.change': true, 'level-scheme.add': true },
  ...{ 'level-scheme.change': true, 'level-scheme.remove': true, 'space.change': true, 'detection.change': true },
  ...{ 'detector.change': true, 'custom-detector.add': true, 'custom-detector.change': true },
  ...{ 'custom-detector.remove': true, 'detector-scheme.add': true, 'detector-scheme.change': true },
  ...{ 'detector-scheme.remove': true, 'space-detection.change': true, 'exclusion.add': true },
  ...{
    'exclusion.remove': true,
    'exposure.change': true,
    'review.change': true,
    'use.change': true,
    'labels.change': true,
  },
  ...{ 'quotas.change': true },
};
const ALL_KINDS = Object.keys(EVERY_KIND);
