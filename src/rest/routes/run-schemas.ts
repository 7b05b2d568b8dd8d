import * as z from 'zod';
import { QUOTA_NAMES } from '../../quota/policies';
import { SHOWN_STATES } from '../../runs/shown-state';
import { WAIT_CODES, WAIT_REASONS } from '../../runs/wait-reasons';
import { type ProblemKind, PROBLEMS } from '../problem';

/** The common members of jobs, scans and redactions in responses. */

const instant = z.iso.datetime({ precision: 3 });

/** @param ends the meaning of the states of an ended run */
export function stateBody(ends: string) {
  return z.enum(SHOWN_STATES).meta({
    description: `\`queued\`: not started. \`waiting\`: cannot continue now, see the member \`waiting\`. \`running\`. ${ends}`,
  });
}

export const errorBody = z
  .strictObject({
    code: z.string().meta({ description: 'A stable error code. More values may be added.' }),
    title: z.string(),
    detail: z.string().optional(),
  })
  .meta({ id: 'RunError', description: 'Why it ended early, or why the page failed.' });

export const waitingBody = z
  .strictObject({
    code: z.enum(WAIT_CODES).meta({
      description: `${WAIT_CODES.map((code) => `\`${code}\`: ${WAIT_REASONS[code]}`).join(' ')} More values may be added.`,
    }),
    quota: z
      .enum(QUOTA_NAMES)
      .optional()
      .meta({ description: 'The quota that is used up, with its name in `RateLimit-Policy`.' }),
    reason: z.string().meta({ description: 'The reason in words.' }),
    since: instant.optional().meta({
      description:
        'With `CANNOT_ACT_AS_PERSON` and `APP_LICENSE_INACTIVE`: the first attempt that failed for this reason. It keeps its progress, is tried again at least once an hour, can be canceled, and expires as usual.',
    }),
    nextAttemptAt: instant.optional().meta({ description: 'When it continues. Absent: when its turn comes.' }),
    ahead: z
      .strictObject({
        own: z.int().meta({ description: 'Runs of the same key or person.' }),
        others: z.int().meta({ description: 'Runs of others.' }),
      })
      .optional()
      .meta({
        description: 'The runs of the same kind that are running, or start before it. Only with `WAITS_FOR_TURN`.',
      }),
  })
  .meta({
    id: 'Waiting',
    description:
      'Why it waits, and until when. Present with the state `waiting`, and with `queued` while other runs are before it.',
  });

export function errorOf(code: string): z.infer<typeof errorBody> {
  const kind = kindOf(code);
  return { code, title: kind?.title ?? code, ...(kind?.detail === undefined ? {} : { detail: kind.detail }) };
}

/** undefined for a code that is unknown to this version of the app. */
export function kindOf(code: string): ProblemKind | undefined {
  return Object.entries(PROBLEMS).find(([known]) => known === code)?.[1];
}
