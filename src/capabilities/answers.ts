import * as z from 'zod';
import { commitAudited } from '../audit/commit-audited';
import { readAppVersion } from '../platform/app-version';
import { retryOnConflict } from '../platform/retry-on-conflict';
import type { Row, RowWrite, Storage } from '../platform/storage';
import { storedRows } from '../platform/stored-rows';
import { instant } from '../platform/instant';

/**
 * The answers of the site check about what works on this site. Code that has a second way reads them. They are only
 * advice. Without an answer, the app behaves as if the platform worked as documented, and fails closed.
 */

/** How the app learns an answer. */
export type ProbeSource =
  /** The check that an admin starts, and its queue events. */
  | 'check'
  /** Calls, events and scheduled triggers of the normal operation. */
  | 'work'
  /** The requests that an admin sends with the shown commands. */
  | 'web'
  /** The frame of the admin area. */
  | 'frame'
  /** A person who can see something that the app cannot. */
  | 'person';

/** The probes by section, each with its source. The names are stored, so never rename one. */
export const PROBES = {
  people: {
    'act-as-person.resolver': 'check',
    'act-as-person.web-trigger': 'work',
    'act-as-person.consumer': 'check',
    'act-as-person.schedule': 'check',
    /** People other than the admin who checks the site, on the home page. */
    'act-as-person.other-people': 'work',
  },
  rights: {
    /** `permission/check` as the app, for another person and a page that this person can see. */
    'permission-check': 'check',
    /** The same for a page that does not exist. */
    'permission-check-refusal': 'check',
    'permission-check-anonymous': 'check',
    /** Works: the app sees every space that the admin sees. */
    'app-sees-spaces': 'check',
    'admin-check': 'check',
    /** Works: people who are not site admins do not see the admin area. Their calls are logged and refused. */
    'admin-area-closed': 'person',
  },
  storage: {
    'storage-read-write': 'check',
    'storage-only-if-absent': 'check',
    /** A failed condition is recognized as a conflict. */
    'storage-condition': 'check',
    'storage-not-exists': 'check',
    /** Works: an index shows a row directly after the write. */
    'storage-index': 'check',
    /** Works: a read of several rows returns a row directly after the write. */
    'storage-batch': 'check',
    /** Works: transactions at the same time that only check the same row do not collide. */
    'storage-parallel': 'check',
    /** Works: a row that has expired is no longer readable. */
    'storage-expiry': 'check',
  },
  events: {
    queue: 'check',
    'queue-delay': 'check',
    'page-events': 'work',
    'installed-event': 'work',
    'schedule.every-five-minutes': 'work',
    'schedule.hourly-scans': 'work',
    'schedule.daily-reconciliation': 'work',
    'schedule.daily-key-expiry': 'work',
  },
  web: {
    'web-head': 'web',
    'web-options': 'web',
    /** Works: the path arrives as it was sent, percent-encoded. */
    'web-encoded-path': 'web',
    'web-header-names': 'web',
    /** Works: a client receives the 304 that the app sent. */
    'web-304': 'web',
  },
  frame: {
    'frame-clipboard': 'frame',
    'frame-download': 'person',
    'frame-history': 'frame',
    'frame-context': 'frame',
    'frame-theme': 'frame',
    /** Works: the browser reported no violation of the site's content security policy. */
    'frame-security-policy': 'frame',
  },
  exposure: {
    /** Works: Confluence reported new permissions of a space. */
    'space-access-event': 'work',
    /** Works: Confluence reported a restriction of a page that the app cannot see. */
    'restriction-event-when-hidden': 'work',
    /** Works: a search returns restrictions and ancestors of 25 pages. */
    'search-restrictions': 'check',
    'group-size': 'check',
    'search-user-total': 'check',
    /** Works: Confluence returns no role assignments before roles are on. */
    'role-assignments-old-model': 'check',
    /** Works: the permissions of a public space name people without a login. */
    'anonymous-in-permissions': 'work',
    'anonymous-request': 'check',
    /** `permission/check` as the app, for a group. */
    'permission-check-group': 'work',
    /** Works: Confluence agreed with what the app measured. */
    'exposure-check': 'work',
  },
  surfaces: {
    'byline-arguments': 'work',
    'export-arguments': 'work',
    'action-arguments': 'work',
    'action-person': 'work',
    'space-id': 'work',
    /** Works: the frame has called the app. The names are those of the resources in manifest.yml. */
    'frame-bridge.popup': 'work',
    'frame-bridge.banner': 'work',
    'frame-bridge.history': 'work',
    'frame-bridge.below': 'work',
    'frame-bridge.selection': 'work',
    'frame-bridge.level': 'work',
    'frame-bridge.report': 'work',
    'frame-bridge.config': 'work',
    'frame-bridge.space': 'work',
    'frame-bridge.space-settings': 'work',
    'frame-bridge.home': 'work',
    'frame-bridge.action': 'work',
    'app-property': 'check',
    'search-alias': 'check',
    'search-total': 'check',
    'native-levels': 'check',
    /** Works: no data security policy closes a space to the app. */
    'data-policies': 'check',
    /** Works: the app receives the file that Confluence redirects a download to. */
    'attachment-download': 'check',
    'personal-data-report': 'check',
    /** Works: active. Not tried: the app is not sold on this site. */
    license: 'work',
    'byline-property': 'person',
    'search-older-pages': 'person',
    'action-form': 'person',
    'agent-actions': 'person',
  },
  rules: {
    'rule-editor-names': 'person',
    'rule-headers': 'person',
    'rule-if-none-match': 'person',
    'rule-page-id': 'person',
    'rule-branch-page-id': 'person',
    'rule-label-condition': 'person',
    'rule-continues': 'person',
    'rule-response-values': 'person',
    'rule-smart-values': 'person',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, ProbeSource>>>>;

type Sections = typeof PROBES;
export type ProbeSection = keyof Sections;
export type ProbeName = { [Section in ProbeSection]: keyof Sections[Section] }[ProbeSection];
export type ProbeState = 'works' | 'fails' | 'not-tried';

export interface NewAnswer {
  readonly probe: ProbeName;
  readonly state: ProbeState;
  readonly detail?: string | undefined;
}

const SOURCES: ReadonlyMap<string, ProbeSource> = new Map(
  Object.values(PROBES).flatMap((section) => Object.entries<ProbeSource>(section)),
);

export function isProbeName(name: string): name is ProbeName {
  return SOURCES.has(name);
}

export function sourceOf(probe: ProbeName): ProbeSource {
  return SOURCES.get(probe) ?? 'check';
}

/** Words of letters, with numbers of at most four digits, so that no id fits. Names of members are joined with dots. */
export const DETAIL = /^(?!.*\d{5})[A-Za-z0-9.,*_-]{1,1200}$/;

const storedAnswer = z.object({
  state: z.enum(['works', 'fails', 'not-tried']),
  /** The time of the first answer with this state. */
  since: instant,
  /** The time of the last answer. Normal work confirms the same answer once a day. */
  at: instant,
  /** The version of the app that got the answer. */
  appVersion: z.string().optional(),
  /** A short code such as `status-403`. Never an id of a person or a page, and never a text of the platform. */
  detail: z.string().optional(),
});
export type Answer = Readonly<z.infer<typeof storedAnswer>>;

/** Unknown names stay, because a later version of the app may have written them. */
const ROWS = storedRows(
  'probe',
  z.object({ data: z.object({ answers: z.record(z.string(), storedAnswer), check: z.unknown().optional() }) }),
);

/** The row of all answers and of the last check, for callers that read it together with other rows. */
export const ANSWERS_ROW = ROWS.name('answers');

export interface ProbeRow {
  readonly answers: ReadonlyMap<string, Answer>;
  /** The last check, which src/site-check parses. */
  readonly check: unknown;
}

/** One strictly consistent read. @throws StorageUnavailableError */
export async function readAnswers(storage: Pick<Storage, 'read'>): Promise<ReadonlyMap<ProbeName, Answer>> {
  return parseAnswers(await storage.read(ANSWERS_ROW.entity, ANSWERS_ROW.key));
}

/** An unreadable row has no answers. */
export function parseAnswers(row: Row): ReadonlyMap<ProbeName, Answer> {
  const answers = new Map<ProbeName, Answer>();
  for (const [name, answer] of parseProbeRow(row).answers) if (isProbeName(name)) answers.set(name, answer);
  return answers;
}

export function parseProbeRow(row: Row): ProbeRow {
  const { answers = {}, check } = ROWS.find(row)?.data ?? {};
  return { answers: new Map(Object.entries(answers)), check };
}

/**
 * Records one answer with one read, and with one write if the state, the detail, the version or the day has changed. It
 * never throws, because its caller has other work.
 */
export async function recordAnswer(
  storage: Storage,
  probe: ProbeName,
  state: ProbeState,
  now: Date,
  detail?: string,
): Promise<void> {
  await recordAnswers(storage, [{ probe, state, detail }], now);
}

/**
 * Records several answers in one write. `not-tried` never replaces an earlier answer. It never throws.
 * @param when `always`: also writes the time of an unchanged answer, because an admin waits for it
 * @returns false if the answers could not be stored
 */
export async function recordAnswers(
  storage: Storage,
  given: readonly NewAnswer[],
  now: Date,
  when: 'changed' | 'always' = 'changed',
): Promise<boolean> {
  try {
    const outcome = await changeProbeRow(storage, ({ answers }) => {
      const wanted = when === 'always' ? given : given.filter((one) => !isKnown(answers.get(one.probe), one, now));
      const changed = withAnswers(answers, wanted, now);
      return changed === answers ? undefined : { row: { answers: changed } };
    });
    return outcome !== 'conflict';
  } catch {
    return false;
  }
}

/** @returns the same map if nothing has changed */
export function withAnswers(answers: ProbeRow['answers'], given: readonly NewAnswer[], now: Date): ProbeRow['answers'] {
  const changed = given.flatMap((one) => changeOf(answers.get(one.probe), one, now));
  return changed.length === 0 ? answers : new Map([...answers, ...changed]);
}

interface ProbeRowChange {
  /** The members to replace. */
  readonly row: Partial<ProbeRow>;
  readonly audit?: RowWrite;
}

/**
 * Reads the row, and writes the change on the condition that nothing else was written in the meantime.
 * @param change undefined: nothing changes. It runs again after a conflict
 * @throws StorageUnavailableError
 */
export async function changeProbeRow(
  storage: Storage,
  change: (row: ProbeRow) => ProbeRowChange | undefined,
): Promise<'committed' | 'unchanged' | 'conflict'> {
  return retryOnConflict(async () => {
    const stored = await storage.read(ANSWERS_ROW.entity, ANSWERS_ROW.key);
    const before = parseProbeRow(stored);
    const wanted = change(before);
    if (wanted === undefined) return 'unchanged';
    const { row, audit } = wanted;
    const { answers, check } = { ...before, ...row };
    const data = { answers: Object.fromEntries(answers), ...(check === undefined ? {} : { check }) };
    const commit = audit && ((write: RowWrite) => commitAudited(storage, [write], [audit]));
    return ROWS.save(storage, ANSWERS_ROW.key, stored.revision, { data }, commit);
  });
}

function isKnown(before: Answer | undefined, { state, detail }: NewAnswer, now: Date): boolean {
  return (
    before !== undefined &&
    before.state === state &&
    before.detail === checkedDetail(detail) &&
    before.appVersion === readAppVersion() &&
    before.at.slice(0, 10) === now.toISOString().slice(0, 10)
  );
}

function checkedDetail(detail: string | undefined): string | undefined {
  return detail === undefined || DETAIL.test(detail) ? detail : 'invalid-code';
}

function changeOf(before: Answer | undefined, { probe, state, detail }: NewAnswer, now: Date): [ProbeName, Answer][] {
  const at = now.toISOString();
  if (state === 'not-tried' && before !== undefined && before.state !== 'not-tried') return [];
  const since = before?.state === state ? before.since : at;
  return [[probe, { state, since, at, appVersion: readAppVersion(), detail: checkedDetail(detail) }]];
}
