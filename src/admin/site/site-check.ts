import * as z from 'zod';
import {
  type Answer,
  changeProbeRow,
  DETAIL,
  isProbeName,
  PROBES,
  type ProbeName,
  type ProbeSection,
  type ProbeSource,
  sourceOf,
  withAnswers,
} from '../../capabilities/answers';
import { COMPUTED_PAGES, type ComputedPages, comparePages, switchComputedPages } from '../../exposure/computed-pages';
import { readAppVersion } from '../../platform/app-version';
import { definedOf } from '../../platform/defined-of';
import { unlessContended } from '../../platform/retry-on-conflict';
import { type ApiOnSite, apiOnSite } from '../../site-check/api-on-site';
import { isRunning, mayStartAt, pendingProbes, readSiteAnswers } from '../../site-check/check';
import { issueNonce } from '../../site-check/web-probe-nonce';
import { startCheck } from '../../site-check/start-check';
import { readBaseAddress } from '../keys/base-address';
import { requirePeppers } from '../keys/require-peppers';
import { noInput, operation } from '../input';
import type { AdminRequest } from '../operation';
import { Refusal } from '../result';

/** The site check, with what works on this site, and what the app does where something does not. */

export interface ProbeView {
  readonly probe: ProbeName;
  readonly source: ProbeSource;
  /** Omitted: not tried. */
  readonly answer?: Answer;
  /** True if the last check waits for an event or a scheduled trigger to answer it. */
  readonly isPending: boolean;
}

export interface SiteCheckView {
  /** The current version of the app. An answer of another version may be outdated. */
  readonly appVersion?: string;
  readonly lastCheck?: { readonly startedAt: string; readonly endedAt?: string };
  readonly isRunning: boolean;
  readonly api: ApiOnSite;
  /** A check can be started from then on. Omitted: now. */
  readonly mayStartAt?: string;
  /** Omitted: they were never turned on. */
  readonly computedPages?: ComputedPages;
  readonly sections: readonly { readonly section: ProbeSection; readonly probes: readonly ProbeView[] }[];
}

export interface WebProbe {
  /** The address of the probe. The nonce is its last segment. Commands may append another segment and a query. */
  readonly url: string;
  readonly expiresAt: string;
}

/** The probes that the frame or a person answers. For a web probe, a person can only answer that nothing arrived. */
const answeredInFrame = z
  .string()
  .refine(isProbeName, { error: 'must be the name of a probe' })
  .refine((name) => !isProbeName(name) || ['frame', 'person', 'web'].includes(sourceOf(name)), {
    error: 'must be a probe that the page or a person answers',
  });

const recordFrameProbeInput = z.strictObject({
  answers: z
    .array(
      z
        .strictObject({
          probe: answeredInFrame,
          /** `not-tried` removes the answer. */
          state: z.enum(['works', 'fails', 'not-tried']),
          detail: z.string().regex(DETAIL, { error: 'must be a short code' }).optional(),
        })
        .refine(({ probe, state }) => state !== 'works' || !isProbeName(probe) || sourceOf(probe) !== 'web', {
          error: 'must not be works: only an arrived request shows that',
          path: ['state'],
        }),
    )
    .min(1)
    .max(30),
});

/** @throws StorageUnavailableError */
export const getSiteCheck = operation(noInput, readView);

/** @throws Refusal SITE_CHECK_TOO_SOON, StorageUnavailableError */
export const startSiteCheck = operation(noInput, async (request): Promise<SiteCheckView> => {
  const started = await startCheck(request);
  if (started.outcome === 'too-soon') {
    throw new Refusal(
      'SITE_CHECK_TOO_SOON',
      `The site was checked less than ten minutes ago. Start the next check after ${started.mayStartAt.toISOString().slice(11, 16)} UTC.`,
    );
  }
  return readView({ storage: request.storage, now: request.clock() });
});

const NO_PEPPERS =
  'The app has no secret yet. Set the Forge variable PEPPER_V1, deploy the app again, and then try again.';

/** @throws Refusal PEPPER_MISSING, CONFLUENCE_UNAVAILABLE */
export const startWebProbe = operation(noInput, async (request): Promise<WebProbe> => {
  const { baseUrl } = await readBaseAddress(request);
  const peppers = requirePeppers(request, NO_PEPPERS);
  const { nonce, expiresAt } = issueNonce(peppers, request.installationId, request.now);
  return { url: `${baseUrl}/probe/${nonce}`, expiresAt: expiresAt.toISOString() };
});

/** @throws StorageUnavailableError */
export const recordFrameProbe = operation(recordFrameProbeInput, async (request, { answers: given }) => {
  const { storage, now } = request;
  const changed = await changeProbeRow(storage, ({ answers }) => {
    const removed = given.flatMap(({ probe, state }) => (state === 'not-tried' ? [probe] : []));
    const kept = new Map([...answers].filter(([name]) => !removed.some((probe) => probe === name)));
    const added = given.filter(({ state }) => state !== 'not-tried');
    return { row: { answers: withAnswers(kept, added, now) } };
  });
  unlessContended(changed);
  return readView(request);
});

/** The API has no other way for the creators of keys. */
const WITHOUT_WAY: readonly ApiOnSite[] = ['refused', 'contributors-only'];

const DIFFER = 'The app computed for one of these pages that you may see or edit it, and Confluence does not let you.';
const NONE_COMPUTED =
  'The app could compute none of these pages. It needs roles in spaces, and reads only few groups, roles and assignments.';

/** Turns computed pages on only if no compared page differs. @throws Refusal COMPUTED_PAGES_…, StorageUnavailableError, HostError */
export const setComputedPages = operation(z.strictObject({ isOn: z.boolean() }), async (request, { isOn }) => {
  const { storage, now, confluence, accountId } = request;
  if (isOn) {
    if (!WITHOUT_WAY.includes((await readView({ storage, now })).api))
      throw new Refusal('COMPUTED_PAGES_NOT_NEEDED', 'The API has a better way on this site. Check the site again.');
    const { pages, agreed, wrong } = await comparePages(confluence, accountId);
    const compared = `${pages === 1 ? '1 page was' : `${pages} pages were`} compared.`;
    if (wrong > 0) throw new Refusal('COMPUTED_PAGES_DIFFER', `${compared} ${DIFFER} Nothing was turned on.`);
    if (agreed === 0) throw new Refusal('COMPUTED_PAGES_DIFFER', `${compared} ${NONE_COMPUTED} Nothing was turned on.`);
  }
  await switchComputedPages(request, isOn);
  return readView(request);
});

async function readView({ storage, now }: Pick<AdminRequest, 'storage' | 'now'>): Promise<SiteCheckView> {
  const known = await readSiteAnswers(storage, now, COMPUTED_PAGES);
  const { answers, check } = known;
  const pending = pendingProbes(known, now);
  const viewOf = (probe: ProbeName): ProbeView => {
    const answer = definedOf({ answer: answers.get(probe) });
    return { probe, source: sourceOf(probe), ...answer, isPending: pending.includes(probe) };
  };
  return {
    ...definedOf({
      appVersion: readAppVersion(),
      lastCheck: check && { startedAt: check.startedAt, ...definedOf({ endedAt: check.endedAt }) },
      mayStartAt: mayStartAt(check, now)?.toISOString(),
      computedPages: COMPUTED_PAGES.parse(known.also),
    }),
    isRunning: isRunning(check, now),
    api: apiOnSite(answers),
    sections: SECTIONS.map((section) => ({
      section,
      probes: Object.keys(PROBES[section]).filter(isProbeName).map(viewOf),
    })),
  };
}

const SECTIONS = [
  'people',
  'rights',
  'storage',
  'events',
  'web',
  'frame',
  'exposure',
  'surfaces',
  'rules',
] as const satisfies readonly ProbeSection[];
