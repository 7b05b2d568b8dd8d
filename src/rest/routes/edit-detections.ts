import * as z from 'zod';
import { readNamedFindings } from '../../findings/lists/named-findings';
import { pointsOfPages } from '../../quota/host-points';
import { readBody } from '../middleware/input';
import { PROBLEMS } from '../problem';
import type { Route } from '../route';
import { namedFindingsReaderOf } from '../visible-pages';
import { changeWorkWithKey, pointsOfOwner, WORK_INPUT, WORK_SCOPE } from '../work-access';
import { DETECTION_EXAMPLE } from './detection-schemas';

const MAX_FINDINGS = 100;

const body = z
  .strictObject({
    detectionIds: z
      .array(z.uuid({ error: 'must be a UUID' }).meta({ maxLength: 36 }), { error: 'must be a list' })
      .min(1, { error: 'must not be empty' })
      .max(MAX_FINDINGS, { error: `must have ${MAX_FINDINGS} entries at most` })
      .transform((ids) => [...new Set(ids.map((id) => id.toLowerCase()))])
      .meta({ description: `Up to ${MAX_FINDINGS} findings. An id that occurs twice counts once.` }),
    ...WORK_INPUT,
  })
  .meta({ id: 'EditDetections' });

const answer = z
  .strictObject({
    results: z
      .array(
        z
          .strictObject({
            detectionId: z.uuid(),
            status: z.int().meta({ description: 'The status that `PATCH` of this finding alone would have returned.' }),
            changed: z.boolean().optional(),
            error: z
              .strictObject({
                code: z.string().meta({ description: 'A stable error code. More values may be added.' }),
                title: z.string(),
              })
              .optional(),
          })
          .meta({ id: 'EditDetectionResult' }),
      )
      .meta({ description: 'In the order of the request.' }),
    summary: z.strictObject({ ok: z.int(), failed: z.int() }),
  })
  .meta({ id: 'DetectionsEdited' });

export const editDetections: Route = {
  method: 'POST',
  effect: 'change',
  path: '/v1/detection/bulk',
  operationId: 'editDetections',
  summary: 'Assign up to 100 findings',
  description:
    'Sets the same owner, comment, due date or progress of several findings, as `PATCH /v1/detection/{detectionId}` does. The findings of a page change together. Others can fail: the response is 207 with one result per finding, even if all of them failed. The request sets values, so it is safe to repeat.',
  scope: WORK_SCOPE,
  body: {
    schema: body,
    example: { detectionIds: [DETECTION_EXAMPLE.detectionId], isInProgress: true, dueOn: '2026-12-24' },
  },
  success: {
    status: 207,
    description: 'The result for each finding.',
    schema: answer,
    example: {
      results: [{ detectionId: DETECTION_EXAMPLE.detectionId, status: 200, changed: true }],
      summary: { ok: 1, failed: 0 },
    },
    headers: {},
  },
  problems: ['EDIT_CONFLICT'],
  prepare: (exchange) => {
    const { detectionIds, ...change } = readBody(exchange, body);
    return {
      points: pointsOfPages(detectionIds.length) + pointsOfOwner(change),
      run: async (request) => {
        const visible = await readNamedFindings(namedFindingsReaderOf(request, WORK_SCOPE), detectionIds);
        const findings = new Map([...visible].map(([findingId, { record }]) => [findingId, record]));
        const done = await changeWorkWithKey(request, findings, change);
        const results = detectionIds.map((detectionId): z.infer<typeof answer>['results'][number] => {
          const outcome = done.get(detectionId)?.outcome ?? 'absent';
          if (outcome === 'changed' || outcome === 'unchanged')
            return { detectionId, status: 200, changed: outcome === 'changed' };
          const code = outcome === 'absent' ? 'DETECTION_NOT_FOUND' : 'EDIT_CONFLICT';
          const { status, title } = PROBLEMS[code];
          return { detectionId, status, error: { code, title } };
        });
        const ok = results.filter(({ status }) => status < 400).length;
        return { status: 207, body: { results, summary: { ok, failed: results.length - ok } } };
      },
    };
  },
};
