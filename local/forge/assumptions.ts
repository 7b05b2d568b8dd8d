/**
 * Facts about a real site that Atlassian does not document, or that differ between sites. The local host assumes the usual
 * fact; a switch gives the other one. A host reads its switches at every use, so a switch can change while it runs.
 */
export const PLATFORM_SWITCHES = [
  'no-impersonation-in-resolvers',
  'no-consent-yet',
  'no-impersonation-in-web-triggers',
  'no-impersonation-in-consumers',
  'no-impersonation-in-schedules',
  'not-shared',
  'plain-refusals',
  'no-permission-check',
  'no-admin-check',
  'consented-to-less',
  'role-assignments-refused',
  'role-assignments-in-old-model',
  'anonymous-as-role',
  'no-anonymous-calls',
  'no-group-size',
  'active-members-only',
  'user-total-of-part',
  'restrictions-not-expanded',
  'self-lockout-refused',
  'burst-limit',
  'slow-answers',
  'transactions-collide',
  'not-exists-never-holds',
  'unknown-conflict-status',
  'clock-skew',
  'slow-queries',
  'slow-indexes',
  'stale-batches',
  'unordered-events',
  'late-events',
  'lost-events',
  'partial-pushes',
  'restricted-events',
  'no-space-access-event',
  'app-joins-late',
  'slow-tasks',
  'irregular-schedules',
  'empty-live-docs',
  'no-schedules',
  'no-head-or-options',
  'decoded-paths',
  'no-3xx',
  'no-clipboard',
  'no-downloads',
  'no-history',
  'no-search-alias',
  'duplicate-properties',
  'stale-conditions',
  'inexact-search',
  'no-replies-in-lists',
  'storage-changes-editor',
  'unknown-byline-arguments',
  'unknown-action-arguments',
  'no-personal-data-report',
  'downloads-not-followed',
  'closed-spaces',
  'no-license',
  'license-not-found',
  'old-license-path',
  'native-levels',
  'native-levels-in-some-spaces',
] as const;

export type PlatformSwitch = (typeof PLATFORM_SWITCHES)[number];

const CALM: readonly PlatformSwitch[] = ['transactions-collide', 'burst-limit', 'slow-answers'];
const USUAL: readonly PlatformSwitch[] = [
  ...CALM,
  'stale-batches',
  'slow-indexes',
  'duplicate-properties',
  'irregular-schedules',
  'lost-events',
  'no-space-access-event',
  'partial-pushes',
  'app-joins-late',
  'slow-tasks',
  'unordered-events',
  'late-events',
  'clock-skew',
  'inexact-search',
  'no-replies-in-lists',
  'stale-conditions',
];
/** Not in a preset: friendlier facts, features of a site, and the end of the app's work. */
const SINGLE: readonly PlatformSwitch[] = [
  'restricted-events',
  'consented-to-less',
  'anonymous-as-role',
  'active-members-only',
  'self-lockout-refused',
  'native-levels',
  'native-levels-in-some-spaces',
  'closed-spaces',
  'no-license',
  'license-not-found',
  'no-schedules',
  'no-impersonation-in-resolvers',
];
const STORMY = PLATFORM_SWITCHES.filter((one) => !SINGLE.includes(one));
const DELAYS: readonly PlatformSwitch[] = [
  'unordered-events',
  'late-events',
  'lost-events',
  'no-space-access-event',
  'partial-pushes',
  'slow-queries',
  'slow-indexes',
  'slow-tasks',
  'inexact-search',
  'stale-conditions',
];

/**
 * Platforms, from the friendliest to the worst one. They have the stricter of the plausible facts: a new switch is in
 * `calm` if the platform refuses or counts with it, and in `usual` if the platform loses, delays or repeats.
 */
export const PRESETS = {
  /** `npm start`, for people: refuses as strictly as the platform may, but loses nothing, and has short delays. */
  calm: CALM,
  /** The journeys, and the suites of the rooms concerned. */
  usual: USUAL,
  /** Everything that the documents deny or leave open is denied. */
  documented: STORMY.filter((one) => !DELAYS.includes(one)),
  /** All switches at once, except the single ones. */
  stormy: STORMY,
} as const satisfies Readonly<Record<string, readonly PlatformSwitch[]>>;

export type Preset = keyof typeof PRESETS;
export const PRESET_NAMES: readonly Preset[] = ['calm', 'usual', 'documented', 'stormy'];

/** The switches of a host. */
export type PlatformSwitches = ReadonlySet<PlatformSwitch>;

/** Where code of the app runs. The platform may let the app act for a person in one place and not in another. */
export type InvocationPlace = 'resolver' | 'web-trigger' | 'consumer' | 'schedule';

const WITHOUT_IMPERSONATION = {
  resolver: 'no-impersonation-in-resolvers',
  'web-trigger': 'no-impersonation-in-web-triggers',
  consumer: 'no-impersonation-in-consumers',
  schedule: 'no-impersonation-in-schedules',
} as const satisfies Readonly<Record<InvocationPlace, PlatformSwitch>>;

/** The switches with which the platform refuses to act for an absent person. */
export const NO_IMPERSONATION: readonly PlatformSwitch[] = Object.values(WITHOUT_IMPERSONATION).filter(
  (one) => one !== WITHOUT_IMPERSONATION.resolver,
);

export function refusesImpersonation(switches: PlatformSwitches, place: InvocationPlace): boolean {
  return switches.has(WITHOUT_IMPERSONATION[place]);
}

/** Reads a comma-separated list of switches and presets. @throws an error that names an unknown one, and all known ones */
export function parseSwitches(text: string): readonly PlatformSwitch[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.flatMap((name) => {
    const preset = PRESET_NAMES.find((one) => one === name);
    if (preset !== undefined) return PRESETS[preset];
    const known = PLATFORM_SWITCHES.find((one) => one === name);
    if (known !== undefined) return [known];
    const all = [...PRESET_NAMES, ...PLATFORM_SWITCHES].join(', ');
    throw new Error(`There is no switch "${name}". The presets and switches are: ${all}.`);
  });
}
