import * as z from 'zod';

/** Atlassian's report of personal data: `POST /app/report-accounts`. */

export const REPORT_PATH = '/app/report-accounts';

/** The answer of Atlassian about an account. `updated`: its profile changed. An account keeps its status until it is set again. */
export type AccountStatus = 'active' | 'closed' | 'updated';

export interface ReportOptions {
  readonly isAllowed: boolean;
  readonly statusOf: (accountId: string) => AccountStatus;
}

const report = z.strictObject({
  accounts: z
    .array(z.strictObject({ accountId: z.string().min(1).max(128), updatedAt: z.iso.datetime() }))
    .min(1)
    .max(90),
});

export function answerReport({ isAllowed, statusOf }: ReportOptions, body: string): Response {
  if (!isAllowed) return Response.json({ code: 401, message: 'Unauthorized; scope does not match' }, { status: 401 });
  const parsed = report.safeParse(JSON.parse(body));
  if (!parsed.success) return Response.json({ errorType: 'BAD_REQUEST' }, { status: 400 });
  const accounts = parsed.data.accounts.flatMap(({ accountId }) => {
    const status = statusOf(accountId);
    return status === 'active' ? [] : [{ accountId, status }];
  });
  const headers = { 'Cycle-Period': '7' };
  return accounts.length === 0
    ? new Response(null, { status: 204, headers })
    : Response.json({ accounts }, { headers });
}
