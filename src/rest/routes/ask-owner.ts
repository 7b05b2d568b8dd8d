import * as z from 'zod';
import { actorOf } from '../../audit/event';
import { ASK_OUTCOMES, askOwner as ask } from '../../findings/scan/mention-author';
import { unchangedKey } from '../../keys/key-lanes';
import { POINTS_OF_A_PAGE, POINTS_OF_A_PERSON } from '../../quota/host-points';
import { editConflict } from '../change-with-key';
import { ok, operation } from '../operation';
import { WORK_SCOPE } from '../work-access';
import { detectionPath, ONE_DETECTION_EXAMPLE, readDetection } from './get-detection';

const body = z
  .strictObject({
    detectionId: z.uuid(),
    ownerId: z
      .string()
      .nullable()
      .meta({ description: 'The account ID of the owner: the assigned person, or else the owner of the page.' }),
    outcome: z.enum([...ASK_OUTCOMES, 'no-owner']).meta({
      description:
        '`asked`: the comment was written. `asked-before`: the page has such a comment from the last 7 days. `cannot-see`: the owner cannot see the page. `too-many`: the owner was mentioned 20 times today. `not-allowed`: the creator of the key cannot comment on the page, or the app cannot act for the creator. `no-owner`: the finding has no owner. More values may be added.',
    }),
  })
  .meta({ id: 'AskedOwner' });

export const askOwner = operation({
  method: 'POST',
  effect: 'change',
  path: '/v1/detection/:detectionId/ask-owner',
  operationId: 'askOwner',
  summary: 'Ask the owner of a finding',
  description:
    'Mentions the owner of a finding in a comment on its page, which the creator of the key writes. The comment asks to check the page and has nothing about the finding, because every reader of the page sees it. A page has at most one such comment in 7 days, so the request is safe to repeat. A finding on a page that the key cannot see gives DETECTION_NOT_FOUND, as for a missing finding.',
  scope: WORK_SCOPE,
  pathParameters: detectionPath,
  success: ok('Whether the owner was asked.', body, {
    detectionId: ONE_DETECTION_EXAMPLE.detectionId,
    ownerId: ONE_DETECTION_EXAMPLE.pageOwnerId,
    outcome: 'asked',
  }),
  problems: ['DETECTION_NOT_FOUND', 'EDIT_CONFLICT'],
  // The permission check and the comment cost as much as a page.
  points: 3 * POINTS_OF_A_PAGE + POINTS_OF_A_PERSON,
  run: async (request, { path: { detectionId } }) => {
    const { key } = request;
    const { body: page } = await readDetection(request, WORK_SCOPE, detectionId);
    const { ownerId: assigned, pageOwnerId } = page;
    const ownerId = assigned ?? pageOwnerId;
    const stillValid = [await unchangedKey(request, key, 1)];
    const outcome =
      ownerId === null ? 'no-owner' : await ask(request, { actor: actorOf(key), ownerId, page, stillValid });
    if (outcome === 'contended') throw editConflict();
    return { status: 200, body: { detectionId, ownerId, outcome } };
  },
});
