import * as z from 'zod';
import { actorOf } from '../../audit/event';
import { changeWork, mayOwn } from '../../findings/work/change-work';
import { ownerOf } from '../../findings/work/work-question';
import { type AskOutcome, askOwner } from '../../findings/scan/mention-author';
import { commentInput, dueOnInput, inProgressInput, ownerInput } from '../../findings/work/work-fields';
import { readNamedFindings } from '../../findings/lists/named-findings';
import { writeListCursor } from '../cursors';
import { id, operation } from '../input';
import { HostError } from '../../platform/confluence';
import { invalidInput } from '../result';
import { namedFindingsReaderOf } from '../visible-pages';
import { cursorQuestion, listFindingsFor, questionOf, readFindingsInput } from './visible-findings';

/** The findings of one call. The admin area continues with the cursor until all that match are changed. */
const AT_ONCE = 100;

const change = z.strictObject({
  ownerId: ownerInput.optional(),
  comment: commentInput.optional(),
  dueOn: dueOnInput.optional(),
  isInProgress: inProgressInput.optional(),
});

const input = z.strictObject({
  of: z.union([
    z.strictObject({ findingIds: z.array(id).min(1).max(AT_ONCE) }),
    /** All that match, in the order of the list, from the cursor. */
    z.strictObject({ matching: readFindingsInput }),
  ]),
  change,
});

export interface ChangedFindings {
  readonly changed: number;
  /** The findings that already were as wanted. */
  readonly unchanged: number;
  /** The findings that no longer exist or whose page the admin cannot see. */
  readonly absent: number;
  /** The findings that others changed at every attempt. */
  readonly contended: number;
  /** The cursor of the next call. Present if more findings match. */
  readonly continueAt?: string;
}

/** Sets owner, comment, due date and progress of findings on pages that the admin sees now. @throws Refusal */
export const changeFindings = operation(input, async (request, { of, change }): Promise<ChangedFindings> => {
  if (!(await mayOwn(request.confluence, change.ownerId)))
    throw invalidInput([{ field: 'ownerId', message: 'must be a person who can use Confluence' }]);
  const { findings, named, cursor } = await findingsOf(request, of);
  const done = [...(await changeWork(request, { actor: actorOf(request) }, findings, change)).values()];
  const count = (wanted: string) => done.filter(({ outcome }) => outcome === wanted).length;
  return {
    changed: count('changed'),
    unchanged: count('unchanged'),
    absent: named - findings.size + count('absent'),
    contended: count('contended'),
    ...(cursor === undefined ? {} : { continueAt: cursor }),
  };
});

async function findingsOf(request: Parameters<typeof listFindingsFor>[0], of: z.infer<typeof input>['of']) {
  if ('findingIds' in of) {
    const visible = await readNamedFindings(namedFindingsReaderOf(request), of.findingIds);
    const findings = new Map([...visible].map(([findingId, { record }]) => [findingId, record]));
    return { findings, named: new Set(of.findingIds).size, cursor: undefined };
  }
  const question = questionOf(request, of.matching);
  const { results, hasMore, next } = await listFindingsFor(request, question, AT_ONCE);
  const cursor = hasMore && next !== undefined ? writeListCursor(request, next, cursorQuestion(question)) : undefined;
  return {
    findings: new Map(results.map(({ findingId, record }) => [findingId, record])),
    named: results.length,
    cursor,
  };
}

/** The pages of one call, so that it ends in time. */
const ASKED_AT_ONCE = 10;

const askInput = z.strictObject({ findingIds: z.array(id).min(1).max(ASKED_AT_ONCE) });

export interface AskedOwners {
  readonly results: readonly {
    readonly findingId: string;
    /** `absent`: the finding no longer exists, or the admin cannot see its page. `unavailable`: try again later. */
    readonly outcome: Exclude<AskOutcome, 'contended'> | 'absent' | 'no-owner' | 'unavailable';
  }[];
}

/** Mentions the owners of findings in a comment of the admin on each page. The comment has nothing about the findings. */
export const askOwners = operation(askInput, async (request, { findingIds }): Promise<AskedOwners> => {
  const visible = await readNamedFindings(namedFindingsReaderOf(request), findingIds);
  const results: AskedOwners['results'][number][] = [];
  for (const findingId of findingIds) {
    const found = visible.get(findingId);
    const ownerId = found && ownerOf(found.record, found.page);
    if (found === undefined || ownerId === undefined) {
      results.push({ findingId, outcome: found === undefined ? 'absent' : 'no-owner' });
    } else {
      const question = { actor: actorOf(request), ownerId, page: found.page };
      const outcome = await askOwner(request, question).catch((error: unknown) => {
        if (error instanceof HostError) return 'contended' as const;
        throw error;
      });
      results.push({ findingId, outcome: outcome === 'contended' ? 'unavailable' : outcome });
    }
  }
  return { results };
});
