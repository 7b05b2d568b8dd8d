import * as z from 'zod';
import { actorOf, auditRow } from '../audit/event';
import { commitAudited } from '../audit/commit-audited';
import { lookUpPage, type Page } from '../classification/page-lookup';
import { lookUpPages, pageIdsAsApp } from '../classification/pages-lookup';
import { awaitAll } from '../platform/await-all';
import { type Confluence, HostError } from '../platform/confluence';
import type { Context } from '../platform/context';
import { instant } from '../platform/instant';
import { unlessContended } from '../platform/retry-on-conflict';
import { storedDocument } from '../platform/stored-document';
import { type ComputedLookup, computePage, type ComputedQuestion } from './computed-page';

/** The switch of the computed pages, the number of their answers, and the comparison before they are turned on (docs/adr/0129). */

const computedPages = z.strictObject({
  isOn: z.boolean(),
  changedAt: instant,
  /** The answers since then: those with a page, and the others. */
  allowed: z.int().min(0),
  refused: z.int().min(0),
});
export type ComputedPages = z.infer<typeof computedPages>;

/** Entity `config`. An unreadable row is off. */
export const COMPUTED_PAGES = storedDocument(computedPages, { key: 'computed-pages', unreadable: 'absent' });

interface CountedQuestion extends ComputedQuestion {
  /** True if Confluence refuses the permission checks of the app. */
  readonly isNeeded: () => Promise<boolean>;
  /** False: the caller hides the page, so the answer is the same as for a missing one. */
  readonly isShown: (page: Page) => Promise<boolean>;
}

/**
 * Computes a page, and counts the answer before it is given.
 * @returns undefined: it is off
 * @throws HostError of kind `refused` without a page; StorageUnavailableError if the answer cannot be counted
 */
export async function computeIfOn(
  { confluence, storage }: Pick<Context, 'confluence' | 'storage'>,
  { isNeeded, isShown, ...question }: CountedQuestion,
): Promise<Exclude<ComputedLookup, 'uncertain'> | undefined> {
  if ((await COMPUTED_PAGES.read(storage)).value?.isOn !== true || !(await isNeeded())) return undefined;
  const computed = await computePage(confluence, question);
  const isGiven = computed !== 'uncertain' && (computed.outcome !== 'page' || (await isShown(computed.page)));
  const given = isGiven ? computed : 'uncertain';
  const counted = await COMPUTED_PAGES.change(storage, (value) => {
    if (value?.isOn !== true) return undefined;
    const isAllowed = given !== 'uncertain' && given.outcome === 'page';
    return isAllowed ? { ...value, allowed: value.allowed + 1 } : { ...value, refused: value.refused + 1 };
  });
  // It can have been turned off in the meantime.
  if (unlessContended(counted) === undefined || given === 'uncertain')
    throw new HostError('refused', 'The page cannot be computed with certainty');
  return given;
}

const COMPARED = 20;
/** Pages that the person cannot see prove most, so they come first. */
const COMPARED_HIDDEN = 10;
const LISTED = 100;

export interface Comparison {
  readonly pages: number;
  /** Computed as the person sees them. */
  readonly agreed: number;
  /** Computed with a right that the person does not have. */
  readonly wrong: number;
}

/**
 * Compares the newest pages that the app sees, as computed, with what Confluence shows the person who is present. Writes nothing.
 * @throws HostError, also of kind `refused` if the app cannot act for the person
 */
export async function comparePages(confluence: Confluence, accountId: string): Promise<Comparison> {
  const ids = await pageIdsAsApp(confluence, LISTED);
  const seen = ids.length === 0 ? undefined : await lookUpPages(confluence, accountId, ids);
  const isSeen = (id: string) => seen?.outcome === 'pages' && seen.pages.get(id) !== 'hidden';
  const hidden = ids.filter((id) => !isSeen(id)).slice(0, COMPARED_HIDDEN);
  const compared = [...hidden, ...ids.filter(isSeen)].slice(0, COMPARED);
  const once = withoutRepetition(confluence);
  let [agreed, wrong] = [0, 0];
  for (const pageId of compared) {
    const [truth, computed] = await awaitAll([
      lookUpPage(confluence, { creatorId: accountId, pageId, forUpdate: true }),
      computePage(once, { accountId, pageId }),
    ] as const);
    if (truth.outcome === 'creator-inactive' || truth.asked !== 'as-creator')
      throw new HostError('refused', 'The app cannot read pages as the person');
    if (computed === 'uncertain' || computed.outcome === 'creator-inactive') continue;
    if (truth.outcome === 'page' && (truth.page.mayUpdate || !computed.page.mayUpdate)) agreed += 1;
    else wrong += 1;
  }
  return { pages: compared.length, agreed, wrong };
}

/** Within one comparison, the same question is asked once. */
function withoutRepetition(confluence: Confluence): Confluence {
  const answers = new Map<string, ReturnType<Confluence['get']>>();
  return {
    ...confluence,
    get: (actor, path) => {
      const key = `${actor.kind} ${path.value}`;
      const answer = answers.get(key) ?? confluence.get(actor, path);
      answers.set(key, answer);
      return answer;
    },
  };
}

/** @throws StorageUnavailableError */
export async function switchComputedPages(
  {
    storage,
    random,
    clock,
    requestId,
    accountId,
  }: Pick<Context, 'storage' | 'random' | 'clock' | 'requestId'> & { readonly accountId: string },
  isOn: boolean,
): Promise<void> {
  const now = clock();
  const audit = auditRow({
    ...{ id: random.uuid(), time: now, subject: 'site', actor: actorOf({ accountId }), requestId },
    type: isOn ? 'computed-pages.turned-on' : 'computed-pages.turned-off',
  });
  const outcome = await COMPUTED_PAGES.change(
    storage,
    (value) =>
      (value?.isOn ?? false) === isOn ? undefined : { isOn, changedAt: now.toISOString(), allowed: 0, refused: 0 },
    (write) => commitAudited(storage, [write], [audit]),
  );
  unlessContended(outcome);
}
