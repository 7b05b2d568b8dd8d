import { createHmac } from 'node:crypto';
import { recordAnswer } from '../capabilities/answers';
import { CLOSED_SPACES_ROW } from '../capabilities/closed-spaces';
import type { InstallationKey } from '../keys/installation-key';
import type { RowRemoval, RowWrite } from '../platform/storage';
import { audienceOfSpace, type GroupSizes, judge } from './audience';
import { evaluatePages, type Evaluated, type EvaluateContext, type Measurement } from './evaluate';
import { allowedGroups, DAY_MS, principalsOf, readFacts, ROTATION_MS } from './judged';
import { readRestrictions, type Restricted } from './read-pages';
import { type Asking, type CountAccounts, countDistinct, countPeople, readGroupSize } from './read-principals';
import { readAnonymousRole, readSpace } from './read-space';
import {
  commitEach,
  dueAtOnce,
  GATE_ROWS,
  type GateData,
  gateKey,
  GROUP_ROWS,
  groupKey,
  KEPT_DAYS,
  RANKS,
  readRows,
  SITE_ROW,
  type SiteData,
  SPACE_ROWS,
  type SpaceData,
  spaceKey,
  type StoredPrincipals,
} from './store';

/** Measures spaces, groups and pages with calls to Confluence as the app. */

export interface MeasureContext extends EvaluateContext, Asking {
  readonly key: InstallationKey;
  /** Remember what was read in this step. */
  readonly countAccounts: CountAccounts;
  readonly ancestors: Map<string, Restricted | 'unread'>;
  readonly mode: SiteData['mode'];
}

const RETRY_MS = 3_600_000;
/** A group that no measurement of a rotation named is no longer needed. */
const USED_MS = ROTATION_MS + 2 * DAY_MS;
/** The memo of a gate that is older is read again with its page. */
const MEMO_MS = 6 * DAY_MS;
/** Members are read if all groups together have at most so many more than the rule allows. */
const MORE_THAN_LIMIT = 200;
/** A page behind more restrictions counts as one with an ancestor that could not be read. */
const MAX_GATES = 20;

const after = (now: Date, ms: number) => new Date(now.getTime() + ms).toISOString();

/** The people of the site. @throws as `ask`, StorageUnavailableError */
export async function measureSite(context: Omit<MeasureContext, 'mode'>, mode: SiteData['mode']): Promise<void> {
  const { storage, clock, missing } = context;
  const licensed = await countPeople(context, 'none');
  const guests = await countPeople(context, 'externalCollaborator');
  const { revision } = await SITE_ROW.read(storage);
  const known = {
    ...(mode === undefined ? {} : { mode }),
    ...(licensed === undefined ? {} : { licensed }),
    ...(guests === undefined ? {} : { guests }),
  };
  await SITE_ROW.save(storage, revision, { ...known, checkedAt: clock().toISOString(), missing: [...missing] });
}

/** Adds what this step found out to be missing. @throws StorageUnavailableError */
export async function noteMissing({ storage, missing }: MeasureContext): Promise<void> {
  if (missing.size === 0) return;
  await SITE_ROW.change(storage, (site) => {
    if (site === undefined || [...missing].every((one) => site.missing.includes(one))) return undefined;
    return { ...site, missing: [...new Set([...site.missing, ...missing])] };
  });
}

/**
 * Reads the sizes that are due.
 * @param use named: a space or a restriction names the groups; due: their sizes are a day old
 * @throws as `ask`, StorageUnavailableError
 */
export async function measureGroups(
  context: MeasureContext,
  groupIds: readonly string[],
  use: 'named' | 'due',
): Promise<void> {
  const { storage, clock } = context;
  const rows = await readRows(storage, GROUP_ROWS, groupKey, groupIds);
  const writes: RowWrite[] = [];
  const removals: RowRemoval[] = [];
  for (const [groupId, { revision, record }] of rows) {
    const now = clock();
    const before = record?.data;
    const isDue = record === undefined || record.dueAt <= now.toISOString();
    const isUsed = before !== undefined && now.getTime() - Date.parse(before.usedAt) < USED_MS;
    if (use === 'due' && !isUsed) {
      if (revision !== 'absent') removals.push({ ...GROUP_ROWS.name(groupKey(groupId)), expected: revision });
      continue;
    }
    if (!isDue && now.getTime() - Date.parse(before?.usedAt ?? '') < DAY_MS) continue;
    const size = isDue ? await readGroupSize(context, groupId) : before?.size;
    // A size that Confluence does not return any longer is not known.
    const data = {
      ...(size === undefined ? {} : { size }),
      checkedAt: isDue || before === undefined ? now.toISOString() : before.checkedAt,
      usedAt: use === 'named' || before === undefined ? now.toISOString() : before.usedAt,
    };
    const dueAt = isDue ? after(now, DAY_MS) : record.dueAt;
    writes.push(GROUP_ROWS.write(groupKey(groupId), revision, { kind: 'group', dueAt, data }, KEPT_DAYS));
  }
  await commitEach(storage, writes, removals);
}

/** @returns true if the space was read completely @throws as `ask`, StorageUnavailableError */
export async function measureSpace(context: MeasureContext, spaceId: string, rank: number): Promise<boolean> {
  const { storage, clock, mode } = context;
  const row = await storage.read('governance', spaceKey(spaceId));
  const before = SPACE_ROWS.find(row)?.data;
  const isNew = before?.checkedAt === undefined;
  const isClosed = CLOSED_SPACES_ROW.find(await storage.read('config', CLOSED_SPACES_ROW.key))?.spaceIds.includes(
    spaceId,
  );
  const closed = isClosed === true ? { isClosed } : {};
  const save = async (measured: SpaceData, dueAt: string) => {
    const data = { ...measured, ...(before?.keptRules === undefined ? {} : { keptRules: before.keptRules }) };
    await commitEach(storage, [SPACE_ROWS.write(spaceKey(spaceId), row.revision, { kind: 'space', dueAt, data })]);
    return data.isComplete;
  };
  if (isNew && mode === 'ROLES') {
    const anonymous = await readAnonymousRole(context, spaceId);
    const nothing = { groupIds: [], people: 0, guests: 0, apps: 0, allLicensed: false, hasOtherClass: true };
    const principals = { ...nothing, ...(anonymous === undefined ? {} : { anonymous }) };
    const data = { principals, isComplete: false, checkedAt: clock().toISOString(), ...closed };
    return save(data, dueAtOnce(RANKS.spaces + rank));
  }
  const read = await readSpace(context, context.countAccounts, spaceId, mode);
  const now = clock();
  if (read.showsAnonymous !== undefined)
    await recordAnswer(storage, 'anonymous-in-permissions', read.showsAnonymous ? 'works' : 'fails', now);
  if (read.principals === undefined) {
    // A measurement stays until it is outdated. A space without an answer has none.
    const kept = before?.isComplete === true ? before : { isComplete: false, isUnread: true };
    return save({ ...kept, ...closed }, after(now, RETRY_MS));
  }
  await measureGroups(context, [...read.principals.groupIds, ...allowedGroups(context.exposure)], 'named');
  const { users, model, principals } = read;
  const distinct = await countInSpace(context, principals, users);
  const data: SpaceData = {
    ...{ model, isComplete: true, checkedAt: now.toISOString(), ...closed },
    principals: { ...principals, ...(distinct === undefined ? {} : { distinct }) },
  };
  return save(data, after(now, model === 'permissions' ? ROTATION_MS : DAY_MS));
}

/** The different people of a space, if only their number can decide a rule. */
async function countInSpace(
  context: MeasureContext,
  principals: StoredPrincipals,
  users: readonly string[],
): Promise<number | undefined> {
  const { storage, clock, exposure } = context;
  const { groupIds } = principals;
  const facts = await readFacts(storage, { spaceIds: [], gates: [], groupIds }, clock());
  const audience = audienceOfSpace(principalsOf({ principals, isComplete: true }, facts.sizes), facts.site);
  const size = sumOf(groupIds, facts.sizes) + users.length;
  const most = Object.values(exposure.rules).flatMap((rule) => {
    const limit = (rule.maxPeople ?? 0) + MORE_THAN_LIMIT;
    const isUndecided = judge(rule, audience, facts.sizes).reasons.some((reason) => reason === 'bounds');
    return rule.maxPeople !== undefined && isUndecided && size <= limit ? [limit] : [];
  });
  const isCountable = groupIds.length > 0 && most.length > 0 && !principals.allLicensed && !principals.hasOtherClass;
  return isCountable ? countDistinct(context, groupIds, users, Math.max(...most)) : undefined;
}

/**
 * @returns the pages that have a row now; undefined: Confluence did not answer, so nothing changed
 * @throws as `ask`, StorageUnavailableError
 */
export async function measurePages(
  context: MeasureContext,
  pageIds: readonly string[],
): Promise<readonly Evaluated[] | undefined> {
  const { clock } = context;
  const read = await readRestrictions(context, pageIds);
  if (read === undefined) return undefined;
  const above = [...read.values()].flatMap((page) => (page === 'odd' ? [] : page.ancestorIds));
  const unread = [...new Set(above)].filter((id) => !context.ancestors.has(id) && !read.has(id));
  const ancestors =
    unread.length === 0 ? new Map<string, Restricted | 'odd'>() : await readRestrictions(context, unread);
  for (const id of unread) {
    const found = ancestors?.get(id);
    // Not an answer that failed: the next step asks again.
    if (ancestors !== undefined) context.ancestors.set(id, found === undefined || found === 'odd' ? 'unread' : found);
  }
  const measured = new Map<string, Measurement>();
  const gates = new Map<string, Restricted>();
  const checkedAt = clock().toISOString();
  for (const pageId of pageIds) {
    const page = read.get(pageId);
    if (page === undefined || page === 'odd') {
      measured.set(pageId, {
        unmeasured: page === 'odd' ? 'access-not-read' : 'hidden-from-app',
        gates: [],
        checkedAt,
      });
      continue;
    }
    const found = page.ancestorIds.map((id) => {
      const inAnswer = read.get(id);
      return [id, inAnswer === 'odd' ? 'unread' : (inAnswer ?? context.ancestors.get(id) ?? 'unread')] as const;
    });
    const restricted = [...found, [pageId, page] as const].flatMap(([id, of]) =>
      of === 'unread' || of.users.length + of.groupIds.length === 0 ? [] : [[id, of] as const],
    );
    const own = restricted.slice(-MAX_GATES).map(([id, of]) => {
      const gate = macOf(context.key, of);
      gates.set(gate, of);
      return { pageId: id, gate };
    });
    const lacksAncestor = restricted.length > MAX_GATES || found.some(([, of]) => of === 'unread');
    measured.set(pageId, { gates: own, checkedAt, ...(lacksAncestor ? { lacksAncestor } : {}) });
  }
  await measureGates(context, gates);
  const evaluated = await evaluatePages(context, pageIds, measured);
  const narrowed = await narrow(context, evaluated, gates);
  const again = narrowed.length > 0 ? await evaluatePages(context, narrowed, measured) : [];
  return [...evaluated.filter(({ pageId }) => !narrowed.includes(pageId)), ...again];
}

/** The key of a restriction does not reveal its principals. */
function macOf({ bytes }: InstallationKey, { users, groupIds }: Restricted): string {
  const principals = JSON.stringify([users.toSorted(), groupIds.toSorted()]);
  return createHmac('sha256', bytes).update(principals).digest('base64url');
}

async function measureGates(context: MeasureContext, gates: ReadonlyMap<string, Restricted>): Promise<void> {
  const { storage, clock } = context;
  const rows = await readRows(storage, GATE_ROWS, gateKey, [...gates.keys()]);
  const writes: RowWrite[] = [];
  for (const [mac, { users, groupIds }] of gates) {
    const { revision = 'absent', record } = rows.get(mac) ?? {};
    if (record !== undefined && clock().getTime() - Date.parse(record.data.checkedAt) < MEMO_MS) continue;
    const data: GateData = {
      groupIds: groupIds.toSorted(),
      ...(await context.countAccounts(users)),
      checkedAt: clock().toISOString(),
    };
    writes.push(GATE_ROWS.write(gateKey(mac), revision, { kind: 'gate', data }, KEPT_DAYS));
  }
  await measureGroups(
    context,
    [...gates.values()].flatMap(({ groupIds }) => groupIds),
    'named',
  );
  await commitEach(storage, writes);
}

/**
 * Reads the members of gates where only their number can decide.
 * @returns the pages to judge again
 */
async function narrow(
  context: MeasureContext,
  evaluated: readonly Evaluated[],
  gates: ReadonlyMap<string, Restricted>,
): Promise<readonly string[]> {
  const { storage, clock } = context;
  const undecided = evaluated.filter(
    ({ record }) => record.data.reasons.includes('bounds') && record.gateId !== undefined,
  );
  const facts = await readFacts(storage, { spaceIds: [], gates: [...gates.keys()] }, clock());
  const again: string[] = [];
  const asked = new Set<string>();
  for (const { pageId, rule, record } of undecided) {
    const mac = record.data.gates.find((one) => one.pageId === record.gateId)?.gate ?? '';
    const [gate, memo] = [gates.get(mac), facts.gates.get(mac)];
    if (gate === undefined || memo === undefined || memo.distinct !== undefined || rule.maxPeople === undefined)
      continue;
    const most = rule.maxPeople + MORE_THAN_LIMIT;
    if (sumOf(gate.groupIds, facts.sizes) + gate.users.length > most || gate.groupIds.length === 0) continue;
    if (!asked.has(mac)) {
      asked.add(mac);
      const distinct = await countDistinct(context, gate.groupIds, gate.users, most);
      if (distinct === undefined) continue;
      const { revision } = await storage.read('governance', gateKey(mac));
      const data = { ...memo, distinct };
      await commitEach(storage, [GATE_ROWS.write(gateKey(mac), revision, { kind: 'gate', data }, KEPT_DAYS)]);
    }
    again.push(pageId);
  }
  return again;
}

function sumOf(groupIds: readonly string[], sizes: GroupSizes): number {
  return groupIds.reduce((sum, id) => sum + (sizes.get(id)?.count ?? Infinity), 0);
}
