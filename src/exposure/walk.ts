import { createHash } from 'node:crypto';
import * as z from 'zod';
import { readLicense } from '../capabilities/license';
import { BEFORE_ALL_CHANGES, readChanges } from '../classification/change-feed';
import { listPageLevels } from '../classification/list-page-levels';
import { readLevels, type Levels } from '../classification/level-store';
import type { Counters } from '../counts/numbers';
import type { InstallationKey } from '../keys/installation-key';
import { type Confluence, HostError } from '../platform/confluence';
import type { Deadline } from '../platform/deadline';
import { instant } from '../platform/instant';
import { EARLIEST, type Position } from '../platform/rows-by-time';
import { storedDocument } from '../platform/stored-document';
import { defineWalk, type NextStep, nextStep, type StepResult, type WalkContext } from '../walks/walk';
import { checkPages, type DayOfChecks } from './check-pages';
import { type Evaluated, evaluatePages } from './evaluate';
import { DAY_MS, type Facts, judgeSpace, readFacts, ruledLevels } from './judged';
import { measureGroups, measurePages, measureSite, measureSpace, noteMissing, type MeasureContext } from './measure';
import { PAGES_AT_ONCE } from './read-pages';
import { openAccounts } from './read-principals';
import { readRoleMode } from './read-space';
import { isOverFor, readRuledSpaces, WAITING_DAYS } from './reads';
import { type Exposure, exceptionFor, readExposure } from './rules';
import {
  BEFORE_ALL,
  commitEach,
  dueAtOnce,
  listDue,
  listPageRows,
  PAGE_ROWS,
  pageKey,
  RANKS,
  readPageRows,
  readRows,
  SITE_ROW,
  type SiteData,
  SPACE_ROWS,
  spaceKey,
} from './store';
import { ruleCode } from './verdict-events';

/**
 * Measures who can see the pages of levels with a rule: their spaces first, the most sensitive first, then pages where a space alone does
 * not keep a rule. It never ends. Each run of the trigger does what is due. Changes of levels and of rules need no call to Confluence.
 */

export interface ExposureContext extends WalkContext {
  readonly installationId: string;
  readonly confluence: Confluence;
  readonly deadline: Deadline;
  readonly key: InstallationKey;
  /** Lets the authors of pages be asked in a comment, without a call to Confluence. Never fails. */
  readonly askAuthors: (pageIds: readonly string[]) => Promise<unknown>;
}

const place = z.strictObject({ time: z.string(), key: z.string() });
/** Before the first step. */
const FIRST_STEP: NextStep = { ticket: '00000000-0000-0000-0000-000000000000', step: 0, touchedAt: EARLIEST };

const position = z.strictObject({
  walk: z.strictObject(nextStep).default(FIRST_STEP),
  /** The place in the feed of level changes. */
  changes: place,
  /** The rules by which all rows were judged, or are being judged. */
  rules: z.string(),
  /** All rows are judged again, from here on. */
  judging: place.optional(),
  /** The spaces whose pages are looked for, and the place in the first. */
  spaces: z.array(z.string()),
  place: place.optional(),
  /** The spaces that had rows after the last step. */
  spaceCount: z.int().min(0),
  /** The last daily start. */
  dayAt: instant,
  /** The comparisons with Confluence since then. */
  checks: z.strictObject({ asked: z.int().min(0), isContradicted: z.boolean() }).optional(),
  /** True if the last step left work. */
  isBusy: z.boolean(),
  /** No points until then. */
  waitsUntil: instant.optional(),
});
type ExposurePosition = z.infer<typeof position>;

const FIRST: ExposurePosition = {
  ...{
    walk: FIRST_STEP,
    changes: BEFORE_ALL_CHANGES,
    rules: '',
    spaces: [],
    spaceCount: 0,
    dayAt: EARLIEST,
    isBusy: false,
  },
};

const EXPOSURE_POSITION = storedDocument(position, {
  key: 'exposure-position',
  initial: FIRST,
  unreadable: 'absent',
});

type State = NextStep & Pick<ExposurePosition, 'isBusy' | 'waitsUntil'>;

export const MEASURE_EXPOSURE = defineWalk<ExposureContext, ExposurePosition, State>({
  name: 'exposure',
  row: () => EXPOSURE_POSITION,
  find: ({ walk, isBusy, waitsUntil }) => ({ ...walk, isBusy, waitsUntil }),
  put: (doc, { isBusy: _same, waitsUntil: _also, ...walk }) => ({ ...doc, walk }),
  restsUntil: ({ isBusy, step, waitsUntil }) => waitsUntil ?? (isBusy && step > 0 ? undefined : ''),
  step: stepExposure,
});

const CHANGES_AT_ONCE = 200;
const OVERLAP_MS = 600_000;
const ROWS_AT_ONCE = 100;
const SPACES_AT_ONCE = 4;
const GROUPS_AT_ONCE = 20;
/** For the rest of a step that has begun a call. */
const LEAST_LEFT_MS = 60_000;
const MAX_WAIT_MS = 3_600_000;

interface Step extends Omit<MeasureContext, 'mode'> {
  readonly now: Date;
  readonly ruled: readonly string[];
  readonly spaces: ReadonlyMap<string, Counters>;
  readonly askAuthors: ExposureContext['askAuthors'];
}

async function stepExposure(context: ExposureContext): Promise<StepResult<ExposurePosition, State>> {
  const { storage, clock, installationId, confluence, key, askAuthors } = context;
  const now = clock();
  const levels = await readLevels(storage, installationId);
  const [{ value: before }, exposure] = [await EXPOSURE_POSITION.read(storage), await readExposure(storage, levels)];
  const ruled = ruledLevels(levels, exposure);
  const spaces = await readRuledSpaces(storage, ruled);
  const rest = { isBusy: false, waitsUntil: undefined };
  // A site without such pages pays a few reads.
  const isIdle = spaces.size === 0 && before.rules === '';
  if (isIdle || (await readLicense(storage, now)) === 'inactive')
    return { change: (doc) => withoutWait({ ...doc, ...rest }) };
  const asking = { confluence, missing: new Set<never>() };
  const step: Step = {
    ...{ storage, clock, levels, exposure, ruled, spaces, key, now, askAuthors },
    ...asking,
    countAccounts: openAccounts(asking),
    ancestors: new Map(),
  };
  const judged = await judgeChanges(step, before, rulesOf(levels, exposure));
  const outcome = await measureDue(step, judged, context.deadline);
  const after = { ...judged, ...outcome };
  // Only one step runs at a time, so no other step has changed the position.
  return { change: ({ walk }) => withoutWait({ ...after, walk }) };
}

function withoutWait({ waitsUntil, judging, place: at, ...doc }: ExposurePosition): ExposurePosition {
  return {
    ...doc,
    ...(waitsUntil === undefined ? {} : { waitsUntil }),
    ...(judging === undefined ? {} : { judging }),
    ...(at === undefined ? {} : { place: at }),
  };
}

/** Changes with the rules, and with the order of the levels, which decides the proposed rules and the risk. */
function rulesOf(levels: Levels, { rules }: Exposure): string {
  const order = levels.all.map(({ levelId }) => [levelId, rules[levelId] ?? null]);
  return createHash('sha256').update(JSON.stringify(order)).digest('base64url').slice(0, 22);
}

/** Everything that needs no call: changed levels, changed rules, the day, and the pages of measured spaces. */
async function judgeChanges(step: Step, before: ExposurePosition, rules: string): Promise<ExposurePosition> {
  const { storage, now, spaces } = step;
  // The first step judges all pages, so earlier changes do not matter.
  const from =
    before.rules === '' ? { time: new Date(now.getTime() - OVERLAP_MS).toISOString(), key: '' } : before.changes;
  const changes = await readChanges(storage, { now, after: from, limit: CHANGES_AT_ONCE });
  await evaluateAll(
    step,
    changes.items.map(({ pageId }) => pageId),
  );
  const isNewDay = now.getTime() - Date.parse(before.dayAt) >= DAY_MS;
  const isNew = isNewDay || rules !== before.rules;
  // The counters can be later than the changes.
  if (isNew || spaces.size !== before.spaceCount) await ensureSpaces(step, (await SITE_ROW.read(storage)).value?.mode);
  let next: ExposurePosition = {
    ...before,
    ...{ changes: changes.next, rules, isBusy: changes.hasMore, spaceCount: spaces.size },
    ...(isNew ? { judging: BEFORE_ALL, spaces: [...spaces.keys()], place: undefined } : {}),
    ...(isNewDay ? { dayAt: now.toISOString(), checks: NO_CHECKS } : {}),
  };
  if (next.judging !== undefined) {
    const rows = await listDue(storage, 'page', { after: next.judging, to: '~', limit: ROWS_AT_ONCE });
    await evaluateAll(step, rows.items);
    next = { ...next, judging: rows.hasMore ? rows.next : undefined, isBusy: next.isBusy || rows.hasMore };
  }
  const [spaceId] = next.spaces;
  if (spaceId !== undefined) {
    const at = await findPages(step, spaceId, next.place);
    next = { ...next, ...(at === undefined ? { spaces: next.spaces.slice(1), place: undefined } : { place: at }) };
    next = { ...next, isBusy: next.isBusy || next.spaces.length > 0 };
  }
  return next;
}

async function evaluateAll(step: Step, pageIds: readonly string[]): Promise<void> {
  for (let start = 0; start < pageIds.length; start += ROWS_AT_ONCE)
    await evaluatePages(step, pageIds.slice(start, start + ROWS_AT_ONCE));
}

/** A row for each space with pages of a level with a rule, so that it is measured. The most sensitive ones are first. */
async function ensureSpaces({ storage, spaces, ruled }: Step, mode: SiteData['mode']): Promise<void> {
  const rows = await readRows(storage, SPACE_ROWS, spaceKey, [...spaces.keys()]);
  const writes = [...rows].flatMap(([spaceId, { revision, record }]) => {
    const rank = rankOf(spaces.get(spaceId), ruled);
    const isOfOtherModel =
      mode !== undefined && record?.data.model !== undefined && record.data.model !== modelOf(mode);
    if (record !== undefined && !isOfOtherModel) return [];
    const data = record?.data ?? { isComplete: false };
    const dueAt = dueAtOnce((record === undefined ? RANKS.anonymous : RANKS.spaces) + rank);
    return [SPACE_ROWS.write(spaceKey(spaceId), revision, { kind: 'space', dueAt, data })];
  });
  await commitEach(storage, writes);
}

function modelOf(mode: NonNullable<SiteData['mode']>) {
  return mode === 'ROLES' ? 'roles' : mode === 'PRE_ROLES' ? 'permissions' : 'both';
}

/** By its most sensitive level, then by its critical findings. */
function rankOf(counters: Counters | undefined, ruled: readonly string[]): number {
  const level = ruled.findIndex((id) => (counters?.get(`level:${id}`) ?? 0) > 0);
  const hasCritical = (counters?.get('open:critical') ?? 0) > 0;
  return 2 * (level === -1 ? ruled.length : level) + (hasCritical ? 0 : 1);
}

/**
 * Judges the pages of a space, and creates rows for those that must be measured.
 * @returns the place to continue from; undefined: all are judged
 */
async function findPages(step: Step, spaceId: string, after: Position | undefined): Promise<Position | undefined> {
  const { storage, now, ruled, exposure } = step;
  const facts = await readFacts(storage, { spaceIds: [spaceId], gates: [] }, now);
  const open = ruled.filter((levelId) => {
    const rule = exposure.rules[levelId];
    return rule !== undefined && judgeSpace(rule, spaceId, facts).judgment.verdict !== 'within';
  });
  const { items: rows } = await listPageRows(storage, {
    spaceId,
    isWanted: () => true,
    after: undefined,
    limit: ROWS_AT_ONCE,
  });
  if (open.length === 0) {
    // The space alone keeps every rule, so its rows disappear, and the next ones are first.
    await evaluateAll(
      step,
      rows.map(({ pageId }) => pageId),
    );
    if (rows.length === ROWS_AT_ONCE) return BEFORE_ALL;
    await noteKeptRules(step, spaceId, facts);
    return undefined;
  }
  const { items, next } = await listPageLevels(storage, {
    ...{ filter: { spaceId }, limit: ROWS_AT_ONCE, after: after?.time === BEFORE_ALL.time ? undefined : after },
    isWanted: ({ levelId }) => ruled.includes(levelId),
  });
  await evaluateAll(
    step,
    items.map(({ pageId }) => pageId),
  );
  if (next === undefined) await noteKeptRules(step, spaceId, facts);
  return next;
}

/** After all pages of the space were judged: their next verdicts are compared with these. A write only if they differ. */
async function noteKeptRules({ storage, ruled, exposure }: Step, spaceId: string, facts: Facts): Promise<void> {
  const before = facts.spaces.get(spaceId)?.keptRules ?? [];
  const keptRules = ruled.flatMap((levelId) => {
    const rule = exposure.rules[levelId];
    if (rule === undefined) return [];
    const code = ruleCode(levelId, rule);
    const { verdict } = judgeSpace(rule, spaceId, facts).judgment;
    return verdict === 'within' || (verdict === 'unknown' && before.includes(code)) ? [code] : [];
  });
  if (keptRules.join() === before.join()) return;
  const { revision, value } = await storage.read('governance', spaceKey(spaceId));
  const record = SPACE_ROWS.find({ value });
  if (record === undefined) return;
  const { v: _v, rev: _rev, ...members } = record;
  const data = { ...members.data, keptRules };
  await commitEach(storage, [SPACE_ROWS.write(spaceKey(spaceId), revision, { ...members, data })]);
}

type Outcome = Pick<ExposurePosition, 'isBusy' | 'waitsUntil' | 'spaces' | 'checks'>;

const NO_CHECKS: DayOfChecks = { asked: 0, isContradicted: false };

/** The state that the parts of the work share. */
interface Done {
  readonly measuredSpaces: string[];
  checks: DayOfChecks;
}

/** Measures what is due, as long as there are points and time. */
async function measureDue(step: Step, position: ExposurePosition, deadline: Deadline): Promise<Outcome> {
  const { now } = step;
  const done: Done = { measuredSpaces: [], checks: position.checks ?? NO_CHECKS };
  const { measuredSpaces } = done;
  let isBusy = position.isBusy;
  const outcome = () => ({
    isBusy: isBusy || measuredSpaces.length > 0,
    checks: done.checks,
    spaces: [...new Set([...position.spaces, ...measuredSpaces])],
  });
  try {
    for await (const more of workOf(step, done)) {
      isBusy ||= more;
      if (deadline.leftMs() < LEAST_LEFT_MS) return { ...outcome(), isBusy: true };
    }
    return outcome();
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    const waitMs = Math.min(MAX_WAIT_MS, Math.max(1_000, (error.retryAfterSeconds ?? 300) * 1_000));
    // Rows that are due stay due, and the next step continues with them.
    return { ...outcome(), waitsUntil: new Date(now.getTime() + waitMs).toISOString() };
  } finally {
    await noteMissing({ ...step, mode: undefined });
  }
}

/** @returns of each part, if more of it is due. @throws as `ask`, StorageUnavailableError */
async function* workOf(step: Step, done: Done): AsyncGenerator<boolean, void, void> {
  const { storage, clock, now, spaces, ruled } = step;
  if (spaces.size === 0) return;
  const due = now.toISOString();
  const dueSpaces = await listDue(storage, 'space', { to: due, limit: SPACES_AT_ONCE });
  const { value: site } = await SITE_ROW.read(storage);
  const isSiteDue = site === undefined || now.getTime() - Date.parse(site.checkedAt) >= DAY_MS;
  const mode = isSiteDue || dueSpaces.items.length > 0 ? await readRoleMode(step) : site.mode;
  if (isSiteDue || mode !== site.mode) await measureSite(step, mode);
  const context = { ...step, mode };
  const marked = await listDue(storage, 'page', { to: dueAtOnce(RANKS.marked), limit: PAGES_AT_ONCE });
  await measureSome(context, marked.items);
  yield marked.hasMore;
  for (const spaceId of dueSpaces.items) {
    const counters = spaces.get(spaceId);
    if (counters === undefined) await dropSpace(step, spaceId);
    else if (await measureSpace(context, spaceId, rankOf(counters, ruled))) done.measuredSpaces.push(spaceId);
    yield dueSpaces.hasMore;
  }
  // Anonymous access of all spaces is known before the rest.
  if (dueSpaces.hasMore) return;
  const groups = await listDue(storage, 'group', { to: due, limit: GROUPS_AT_ONCE });
  await measureGroups(context, groups.items, 'due');
  yield groups.hasMore;
  const pages = await listDue(storage, 'page', { to: clock().toISOString(), limit: PAGES_AT_ONCE });
  const isMeasured = await measureSome(context, pages.items);
  yield pages.hasMore;
  if (isMeasured) done.checks = await checkPages(context, pages.items, done.checks);
}

const RETRY_MS = 3_600_000;

/** @returns false if Confluence did not answer: nothing is known that was not known before */
async function measureSome(
  context: MeasureContext & Pick<Step, 'askAuthors'>,
  pageIds: readonly string[],
): Promise<boolean> {
  if (pageIds.length === 0) return false;
  const measured = await measurePages(context, pageIds);
  if (measured !== undefined) {
    await askAuthorsOf(context, measured);
    return true;
  }
  const { storage, clock } = context;
  const dueAt = new Date(clock().getTime() + RETRY_MS).toISOString();
  const rows = await readPageRows(storage, pageIds);
  await commitEach(
    storage,
    [...rows].flatMap(([pageId, { revision, record }]) => {
      if (record === undefined) return [];
      const { v: _v, rev: _rev, ...members } = record;
      return [PAGE_ROWS.write(pageKey(pageId), revision, { ...members, dueAt })];
    }),
  );
  return false;
}

/** After a new measurement, so that no comment follows an old one. */
async function askAuthorsOf(
  { levels, exposure, clock, askAuthors }: MeasureContext & Pick<Step, 'askAuthors'>,
  measured: readonly Evaluated[],
): Promise<void> {
  if (levels.settings.mentions !== true) return;
  const now = clock();
  const waiting = measured.filter(({ pageId, record: { spaceList: spaceId, data } }) => {
    const exception = exceptionFor(exposure, { pageId, spaceId, levelId: data.levelId }, now);
    return isOverFor(WAITING_DAYS.author, { overSince: data.overSince, exception }, now);
  });
  if (waiting.length > 0) await askAuthors(waiting.map(({ pageId }) => pageId));
}

/** No page of the space has a level with a rule any longer. */
async function dropSpace({ storage }: Step, spaceId: string): Promise<void> {
  const { revision } = await storage.read('governance', spaceKey(spaceId));
  if (revision !== 'absent')
    await commitEach(storage, [], [{ ...SPACE_ROWS.name(spaceKey(spaceId)), expected: revision }]);
}
