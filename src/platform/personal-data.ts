import { __requestAtlassianAsApp } from '@forge/api';
import * as z from 'zod';
import { HostError } from './confluence';
import { type Deadline, TimeoutError } from './deadline';

/**
 * The report of the accounts whose ids the app stores, which Atlassian requires. The same request as
 * `privacy.reportPersonalData` of `@forge/api`, which does not return the header with the period.
 */

/** The maximum number of accounts in one report. */
export const ACCOUNTS_PER_REPORT = 90;

export interface ReportedAccount {
  readonly accountId: string;
  /** ISO 8601: when the app last stored something about the person. */
  readonly updatedAt: string;
}

export type ReportAnswer =
  | {
      readonly outcome: 'accepted';
      readonly closed: readonly string[];
      readonly updated: readonly string[];
      /** Days until the next report. Undefined: Atlassian sent no period. */
      readonly periodDays: number | undefined;
    }
  /** For example 401: the installation lacks the scope `report:personal-data`. A retry does not help. */
  | { readonly outcome: 'refused'; readonly status: number };

const PATH = '/app/report-accounts';
const CALL_LIMIT_MS = 15_000;

const answerBody = z.object({
  accounts: z.array(z.object({ accountId: z.string(), status: z.string() })),
});

/**
 * @param accounts at most 90
 * @throws HostError: try again later
 */
export async function reportAccounts(deadline: Deadline, accounts: readonly ReportedAccount[]): Promise<ReportAnswer> {
  try {
    return await deadline.run(CALL_LIMIT_MS, async () => {
      const response = await __requestAtlassianAsApp(PATH, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ accounts }),
      });
      const { status, headers } = response;
      if (status === 429 || status >= 500) throw new HostError('failure', `the report of accounts returned ${status}`);
      if (status !== 200 && status !== 204) return { outcome: 'refused', status };
      const period = headers.get('cycle-period');
      const found = status === 204 ? [] : answerBody.parse(JSON.parse(await response.text())).accounts;
      const of = (wanted: string) => found.flatMap((one) => (one.status === wanted ? [one.accountId] : []));
      const periodDays = period !== null && /^[1-9]\d?$/.test(period) ? Number(period) : undefined;
      return { outcome: 'accepted', closed: of('closed'), updated: of('updated'), periodDays };
    });
  } catch (error) {
    if (error instanceof HostError) throw error;
    if (error instanceof TimeoutError) throw new HostError('timeout', error.message);
    throw new HostError('failure', 'the report of accounts got no usable answer');
  }
}
