import * as z from 'zod';
import { MAX_REFRESHED, markForRefresh } from '../../exposure/mark';
import * as fields from '../fields';
import { operation } from '../operation';
import { seePagesAmong } from '../visible-pages';

const scope = 'classification::write';

const body = z
  .strictObject({
    pageIds: z
      .array(fields.pageId, { error: 'must be a list' })
      .min(1, { error: 'must not be empty' })
      .max(MAX_REFRESHED, { error: `must have ${MAX_REFRESHED} entries at most` })
      .meta({ description: 'The pages to measure again.' }),
  })
  .meta({ id: 'RefreshPageExposure' });

const answer = z
  .strictObject({
    pageIds: z.array(z.string()).meta({
      description:
        'The pages that are measured next. The others are hidden, do not exist, or have no verdict of their own.',
    }),
  })
  .meta({ id: 'PageExposureRefresh' });

export const refreshPageExposure = operation({
  method: 'POST',
  effect: 'change',
  path: '/v1/page-exposure/refresh',
  operationId: 'refreshPageExposure',
  summary: 'Measure the exposure of pages again',
  description:
    'Lets the app measure these pages next, in the background. The request itself measures nothing. Pages that the creator cannot see, and pages that their space alone keeps within the rule, are ignored.',
  scope,
  body: { schema: body, example: { pageIds: ['164001'] } },
  success: {
    status: 200,
    description: 'The pages that are measured next.',
    schema: answer,
    example: { pageIds: ['164001'] },
    headers: {},
  },
  problems: [],
  points: 'when-known',
  run: async (request, { body: { pageIds } }) => {
    const pages = await seePagesAmong(request, pageIds, pageIds.length, scope);
    const marked = await markForRefresh(request.storage, [...pages.keys()]);
    return { status: 200, headers: {}, body: { pageIds: [...marked] } };
  },
});
