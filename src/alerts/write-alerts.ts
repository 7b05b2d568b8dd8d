import { readPageAsApp } from '../classification/page-as-app';
import { canBeMentioned, hasComment, mentionOf, writeComment } from '../classification/mention-comment';
import { isPseudonym } from '../people/account-ids';
import { APP, type Confluence, HostError } from '../platform/confluence';
import type { Log } from '../platform/log';
import type { Random } from '../platform/random';
import { unlessContended } from '../platform/retry-on-conflict';
import type { Storage } from '../platform/storage';
import { type Alerts, pageOf } from './alert-rules';
import {
  addCounts,
  ALERT_STATE_ROW,
  type AlertCounts,
  type AlertPage,
  type AlertState,
  type SentAlert,
  withSent,
} from './alert-state';
import { ALERT_RULES, type AlertRule, RULE_NAMES } from './conditions';

/**
 * Writes the alerts that wait as comments on the chosen pages: at most one an hour on each page. An attempt first moves the counts into
 * its claim in one write, so that no other attempt writes them, and moves them back if Confluence wrote nothing.
 */

export interface WriteAlerts {
  readonly storage: Storage;
  readonly confluence: Confluence;
  readonly random: Random;
  readonly log: Log;
  readonly now: Date;
}

const HOUR_MS = 3_600_000;
/** The comments of the day are written after this hour (UTC). */
const DIGEST_HOUR = 6;
/** Longer than a trigger may run. An older claim belongs to an attempt that has ended. */
const CLAIM_MS = 300_000;

/** @throws StorageUnavailableError, CorruptRecordError */
export async function writeAlerts(context: WriteAlerts, alerts: Alerts): Promise<void> {
  const { value } = await ALERT_STATE_ROW.read(context.storage);
  const open = Object.keys(value.pages).filter((pageId) => value.pages[pageId]?.claim !== undefined);
  for (const pageId of new Set([...open, ...alerts.pageIds])) {
    const page = value.pages[pageId] ?? {};
    const isOpen = page.claim !== undefined;
    if (isOpen ? isRunning(page, context.now) : sizeOf(dueFor(alerts, value, pageId, context.now)) === 0) continue;
    await writeTo(context, alerts, pageId, page).catch((error: unknown) => {
      if (!(error instanceof HostError)) throw error;
      context.log('alerts.not-written', { pageId, reason: error.kind });
      return changePage(context.storage, pageId, (current) => ({ ...current, problem: 'unavailable' }));
    });
  }
}

function isRunning({ claim }: AlertPage, now: Date): boolean {
  return claim !== undefined && now.getTime() - Date.parse(claim.at) < CLAIM_MS;
}

function sizeOf(counts: AlertCounts): number {
  return Object.keys(counts).length;
}

/** The counts of the next comment on this page. Empty: none is due. */
function dueFor(alerts: Alerts, { waiting, pages }: AlertState, pageId: string, now: Date): AlertCounts {
  const { lastAt, digestOn } = pages[pageId] ?? {};
  if (lastAt !== undefined && now.getTime() - Date.parse(lastAt) < HOUR_MS) return {};
  const isDigestDue = now.getUTCHours() >= DIGEST_HOUR && digestOn !== dayOf(now);
  const isDue = (name: AlertRule) => alerts.rules[name].when === 'at-once' || isDigestDue;
  return countsOf((name) => (pageOf(alerts, name) === pageId && isDue(name) ? waiting[name] : undefined));
}

function countsOf(of: (name: AlertRule) => number | undefined): AlertCounts {
  return Object.fromEntries(ALERT_RULES.flatMap((name) => (of(name) === undefined ? [] : [[name, of(name)]])));
}

function dayOf(now: Date): string {
  return now.toISOString().slice(0, 'YYYY-MM-DD'.length);
}

/** @throws HostError, StorageUnavailableError, CorruptRecordError */
async function writeTo(
  { storage, confluence, random, now }: WriteAlerts,
  alerts: Alerts,
  pageId: string,
  { claim: earlier }: AlertPage,
): Promise<void> {
  const seen = await readPageAsApp(confluence, pageId);
  const isSeen = seen.kind === 'page';
  if (!isSeen) await changePage(storage, pageId, (page) => ({ ...page, problem: 'hidden' }));
  if (earlier !== undefined) {
    // An attempt got no answer. A page that is neither seen nor chosen has no reader to count it twice for.
    const isWritten = isSeen && (await hasComment(confluence, pageId, (value) => value.includes(earlier.token)));
    if (isSeen || !alerts.pageIds.includes(pageId)) await end(storage, pageId, earlier.token, isWritten);
    return;
  }
  if (!isSeen) return;
  const token = random.uuid();
  const claimed = await ALERT_STATE_ROW.change(storage, (state) => {
    const counts = dueFor(alerts, state, pageId, now);
    const page = state.pages[pageId] ?? {};
    if (page.claim !== undefined || sizeOf(counts) === 0) return undefined;
    const isDigest = ALERT_RULES.some((name) => counts[name] !== undefined && alerts.rules[name].when === 'daily');
    const claim = { token, at: now.toISOString(), counts, ...(isDigest ? { isDigest } : {}) };
    const pages = { ...state.pages, [pageId]: { ...page, claim } };
    return { ...state, waiting: addCounts(state.waiting, counts, -1), pages };
  });
  if (typeof claimed !== 'object') return;
  const counts = claimed.pages[pageId]?.claim?.counts ?? {};
  try {
    const body = alertBody(alerts, counts, { token, site: seen.page.baseUrl });
    const outcome = await writeComment(confluence, APP, { pageId }, body);
    await end(storage, pageId, token, outcome === 'written');
    if (outcome === 'refused') await changePage(storage, pageId, (page) => ({ ...page, problem: outcome }));
  } catch (error) {
    if (error instanceof HostError && error.kind === 'quota') await end(storage, pageId, token, false);
    throw error;
  }
}

/** Ends a claim. Without a comment, its counts wait again. */
async function end(storage: Storage, pageId: string, token: string, isWritten: boolean): Promise<void> {
  const changed = await ALERT_STATE_ROW.change(storage, (state) => {
    const { claim, problem: _problem, ...page } = state.pages[pageId] ?? {};
    if (claim?.token !== token) return undefined;
    if (!isWritten)
      return {
        ...state,
        waiting: addCounts(state.waiting, claim.counts),
        pages: { ...state.pages, [pageId]: page },
      };
    const { at, counts } = claim;
    const written = { ...page, lastAt: at, ...(claim.isDigest === true ? { digestOn: dayOf(new Date(at)) } : {}) };
    const sent: SentAlert = { at, pageId, counts };
    return withSent({ ...state, pages: { ...state.pages, [pageId]: written } }, sent);
  });
  unlessContended(changed);
}

async function changePage(storage: Storage, pageId: string, change: (page: AlertPage) => AlertPage): Promise<void> {
  const changed = await ALERT_STATE_ROW.change(storage, (state) => ({
    ...state,
    pages: { ...state.pages, [pageId]: change(state.pages[pageId] ?? {}) },
  }));
  unlessContended(changed);
}

interface LinkParts {
  readonly token: string;
  /** The address of Confluence. Undefined: it is not known, and links are relative. */
  readonly site: string | undefined;
}

/** Fixed words, names of rules, numbers and links: every reader of the page sees the comment. */
function alertBody(alerts: Alerts, counts: AlertCounts, link: LinkParts): string {
  return ALERT_RULES.flatMap((name) => {
    const count = counts[name];
    if (count === undefined) return [];
    const text = `<strong>${RULE_NAMES[name]}</strong>: ${String(count)}.`;
    return [lineOf(alerts.rules[name].accountIds, text, linkTo(alerts, link, name))];
  }).join('');
}

function lineOf(accountIds: readonly string[], text: string, link: string): string {
  const people = accountIds.filter((one) => canBeMentioned(one) && !isPseudonym(one));
  return `<p>${[...people.map(mentionOf), text, link].join(' ')}</p>`;
}

function linkTo({ address }: Pick<Alerts, 'address'>, { token, site }: LinkParts, name: AlertRule | 'test'): string {
  const origin = site === undefined ? '' : new URL(site).origin;
  const list = name === 'test' ? '' : `list=${name}&amp;`;
  const words = address === undefined ? 'Open Confluence' : 'Open the list';
  return `<a href="${origin}${address ?? '/wiki/home'}?${list}alert=${token}">${words}</a>`;
}

/**
 * Writes a comment that mentions one person, at once.
 * @returns the reason why it was not written
 * @throws HostError: it may have been written. StorageUnavailableError
 */
export async function writeTestAlert(
  { storage, confluence, random, now }: Omit<WriteAlerts, 'log'>,
  alerts: Pick<Alerts, 'address'>,
  pageId: string,
  accountId: string,
): Promise<'written' | 'hidden' | 'refused'> {
  const seen = await readPageAsApp(confluence, pageId);
  if (seen.kind !== 'page') return 'hidden';
  const link = linkTo(alerts, { token: random.uuid(), site: seen.page.baseUrl }, 'test');
  const outcome = await writeComment(confluence, APP, { pageId }, lineOf([accountId], 'This is a test alert.', link));
  if (outcome === 'refused') return outcome;
  const sent: SentAlert = { at: now.toISOString(), pageId, counts: {}, isTest: true };
  await ALERT_STATE_ROW.change(storage, (state) => {
    const { problem: _problem, ...page } = state.pages[pageId] ?? {};
    const pages = state.pages[pageId] === undefined ? state.pages : { ...state.pages, [pageId]: page };
    return withSent({ ...state, pages }, sent);
  });
  return outcome;
}
