import * as z from 'zod';
import { includesScope } from '../../access/scope';
import { findLevel } from '../../classification/level-store';
import { padPageIds } from '../../classification/pages-lookup';
import { rightsOf } from '../../keys/key-rights';
import { checkUse, readUseRows, validUntil } from '../../page-use/check-use';
import { DECISIONS, NOT_FOUND, USE_REASONS } from '../../page-use/decide';
import { countDenials, denialsName } from '../../page-use/denials';
import { awaitAll } from '../../platform/await-all';
import * as fields from '../fields';
import { ok, operation } from '../operation';
import { seePages } from '../visible-pages';
import { DETECTION_SCOPE } from './detection-schemas';
import { LEVEL_EXAMPLE } from './level-schemas';
import { purpose } from '../../page-use/rule-fields';

const MAX_PAGES = 25;
const scope = 'classification::read';

const body = z
  .strictObject({
    purpose: purpose,
    pageIds: z
      .array(fields.pageId, { error: 'must be a list' })
      .min(1, { error: 'must not be empty' })
      .max(MAX_PAGES, { error: `must have ${MAX_PAGES} entries at most` })
      .meta({ description: 'The pages to decide about.' }),
  })
  .meta({ id: 'CheckPageUse' });

const result = z
  .strictObject({
    pageId: z.string(),
    decision: z.enum(DECISIONS).meta({
      description:
        '`allow`: the rules of the site allow it. `ask`: ask a person first. `deny`: do not use the page, whatever the reason.',
    }),
    reasons: z.array(z.enum(USE_REASONS)).meta({
      description:
        'Why it is not `allow`. `policy`: another rule applies, about facts that the key may not read. `not-found`: the page does not exist, the key cannot see it, or it is a blog post, for which there are no rules. More values may be added.',
    }),
    guideline: z.string().nullable().meta({ description: 'How people handle pages of this level. null = none.' }),
    pageVersion: z.int().nullable().meta({ description: 'The version that was decided about. null = not found.' }),
    validUntil: z.iso.datetime({ precision: 3 }).meta({ description: 'Ask again after this time.' }),
  })
  .meta({ id: 'PageUseDecision', description: 'Whether a page may be used for a purpose.' });

const answer = z
  .strictObject({
    results: z.array(result).meta({ description: 'One for each requested id, in the order of the request.' }),
    policyRev: z.int().meta({ description: 'Changes whenever a rule changes. 0 = the proposed rules apply.' }),
  })
  .meta({ id: 'PageUseDecisions' });

export const checkPageUse = operation({
  method: 'POST',
  effect: 'read',
  path: '/v1/page-use/check',
  operationId: 'checkPageUse',
  summary: 'Check if pages may be used for a purpose',
  description:
    'Decides by the rules of the site: the level of each page, and its findings, its scan and its exposure if a rule names them. The request reads stored facts, and scans and measures nothing. A page that the creator cannot see, or that is outside the limits of the key, is denied like one that does not exist. Findings and scans are reasons only for keys with `detection::read`; other keys get the same decision with the reason `policy`.',
  scope,
  body: { schema: body, example: { purpose: 'ai-index', pageIds: ['164001', '164099'] } },
  success: ok('The decisions.', answer, {
    results: [
      {
        pageId: '164001',
        decision: 'deny',
        reasons: ['level', 'findings'],
        guideline: LEVEL_EXAMPLE.guideline,
        pageVersion: 4,
        validUntil: '2026-11-21T09:35:00.000Z',
      },
      {
        pageId: '164099',
        ...{ ...NOT_FOUND, reasons: [...NOT_FOUND.reasons] },
        guideline: null,
        pageVersion: null,
        validUntil: '2026-11-21T09:35:00.000Z',
      },
    ],
    policyRev: 12,
  } satisfies z.infer<typeof answer>),
  problems: [],
  points: 'when-known',
  run: async (request, { body: { purpose: wanted, pageIds } }) => {
    const { storage, levels, now, key } = request;
    const counted = denialsName(now);
    const [seen, rows] = await awaitAll([
      seePages(request, padPageIds(pageIds, pageIds.length), scope, 'all'),
      readUseRows(storage, pageIds, [counted]),
    ] as const);
    const pages = [...new Set(pageIds)].flatMap((pageId) => {
      const visible = seen.get(pageId) ?? 'hidden';
      return visible === 'hidden' ? [] : [{ ...visible.page, levelId: visible.level?.levelId }];
    });
    const { use, decisions } = await checkUse({ rows, levels, now }, [wanted], pages);
    const mayReadFindings = includesScope(rightsOf(key.record).scopes, DETECTION_SCOPE);
    const decided = decisions(wanted, { findings: mayReadFindings, exposure: true });
    const shown = new Map(pages.map((page) => [page.pageId, { ...page, use: decided.get(page.pageId) ?? NOT_FOUND }]));
    await countDenials(request, (await rows.readMany([counted]))[0], wanted, [...shown.values()]);
    const results = pageIds.map((pageId): z.infer<typeof result> => {
      const page = shown.get(pageId);
      const { decision, reasons } = page?.use ?? NOT_FOUND;
      const guideline = page?.levelId === undefined ? undefined : findLevel(levels, page.levelId)?.guideline;
      return {
        ...{ pageId, decision, reasons: [...reasons], guideline: guideline === '' ? null : (guideline ?? null) },
        ...{ pageVersion: page?.version ?? null, validUntil: validUntil(now) },
      };
    });
    return { status: 200, body: { results, policyRev: use.revision } };
  },
});
