/**
 * Facts about a real site that Atlassian does not document, or that differ between sites. The local host assumes the usual
 * fact; a switch gives the other one. A host reads its switches at every use, so a switch can change while it runs.
 */
export const PLATFORM_SWITCHES = [
  'no-impersonation-in-resolvers',
  'no-impersonation-in-web-triggers',
  'no-impersonation-in-consumers',
  'no-impersonation-in-schedules',
  'not-shared',
  'plain-refusals',
  'no-permission-check',
  'no-admin-check',
  'transactions-collide',
  'not-exists-never-holds',
  'unknown-conflict-status',
  'slow-queries',
  'late-events',
  'lost-events',
  'restricted-events',
  'app-joins-late',
  'no-schedules',
  'no-head-or-options',
  'decoded-paths',
  'no-clipboard',
  'no-downloads',
  'no-history',
  'no-search-alias',
  'no-replies-in-lists',
  'unknown-byline-arguments',
  'unknown-action-arguments',
  'no-personal-data-report',
  'closed-spaces',
  'no-license',
  'native-levels',
  'native-levels-in-some-spaces',
] as const;

/** The switches of `npm start`: what is not documented is the stricter of the plausible facts. */
export const DEFAULT_SWITCHES = ['transactions-collide'] as const;

export type PlatformSwitch = (typeof PLATFORM_SWITCHES)[number];

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

/** The switches in a comma-separated list. @throws an error that names an unknown switch, and all known ones */
export function parseSwitches(text: string): readonly PlatformSwitch[] {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return names.map((name) => {
    const known = PLATFORM_SWITCHES.find((one) => one === name);
    if (known === undefined)
      throw new Error(`There is no switch "${name}". The switches are: ${PLATFORM_SWITCHES.join(', ')}.`);
    return known;
  });
}
