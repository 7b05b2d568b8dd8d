import * as z from 'zod';
import { readPageExposure } from '../../exposure/reads';
import * as fields from '../fields';
import { ok, operation } from '../operation';
import { requireReadable } from '../page-access';
import { PAGE_EXPOSURE_EXAMPLE, pageExposureBody, toPageExposureBody } from './exposure-schemas';

const scope = 'classification::read';

export const getPageExposure = operation({
  method: 'GET',
  path: '/v1/page-exposure/by-page/:pageId',
  operationId: 'getPageExposure',
  summary: 'Read the exposure of a page',
  description:
    "Returns the verdict about the people who can see the page, as it was measured last. The request measures nothing. Public links are never measured. A page that the creator cannot see, or that is outside the key's scopes and limits, gives PAGE_NOT_FOUND.",
  scope,
  pathParameters: z.strictObject({ pageId: fields.pageId }),
  success: ok('The exposure of the page.', pageExposureBody, PAGE_EXPOSURE_EXAMPLE),
  problems: ['PAGE_NOT_FOUND'],
  run: async (request, { path: { pageId } }) => {
    // First, so that a hidden page takes the same calls as one that does not exist.
    const { page, record } = await requireReadable(request, scope, pageId, false);
    const of = { pageId, spaceId: page.spaceId, levelId: record?.levelId };
    return { status: 200, body: toPageExposureBody(request, of, await readPageExposure(request, of)) };
  },
});
