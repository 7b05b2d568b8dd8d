import { POINTS_OF_A_PAGE, POINTS_OF_A_PERSON } from '../../quota/host-points';
import { editConflict } from '../change-with-key';
import { Problem } from '../problem';
import { editOf, requirePresent } from '../read-only';
import { ok, operation } from '../operation';
import { changeWorkWithKey, WORK_INPUT, WORK_SCOPE } from '../work-access';
import { workBody } from './detection-schemas';
import {
  detectionPath,
  ETAG_OF_ONE,
  etagOfDetection,
  ONE_DETECTION_EXAMPLE,
  oneDetectionBody,
  readDetection,
} from './get-detection';

const body = editOf(oneDetectionBody, WORK_INPUT).meta({ id: 'EditDetection' });

export const editDetection = operation({
  method: 'PATCH',
  effect: 'change',
  path: '/v1/detection/:detectionId',
  operationId: 'editDetection',
  summary: 'Assign a finding',
  description:
    'Sets the owner, the comment, the due date and the progress of a finding. They stay when the page is scanned again and the value is still there. Every reader of the page who reads findings sees the comment, so it must not contain sensitive data. A finding on a page that the key cannot see gives DETECTION_NOT_FOUND, as for a missing finding.',
  scope: WORK_SCOPE,
  pathParameters: detectionPath,
  body: { schema: body, example: { ownerId: ONE_DETECTION_EXAMPLE.pageOwnerId, dueOn: '2026-12-24' } },
  success: ok(
    'The finding.',
    oneDetectionBody,
    { ...ONE_DETECTION_EXAMPLE, ownerId: ONE_DETECTION_EXAMPLE.pageOwnerId, dueOn: '2026-12-24' },
    ETAG_OF_ONE,
  ),
  problems: ['DETECTION_NOT_FOUND', 'PRECONDITION_FAILED', 'EDIT_CONFLICT'],
  points: 2 * POINTS_OF_A_PAGE + POINTS_OF_A_PERSON,
  run: async (request, { path: { detectionId }, body: sent, condition }) => {
    const { record, body: present } = await readDetection(request, WORK_SCOPE, detectionId);
    requirePresent(body, sent, [present]);
    if (condition?.(etagOfDetection(present)) === false)
      throw new Problem('PRECONDITION_FAILED', { headers: { ETag: etagOfDetection(present) } });
    const { ownerId, comment, dueOn, isInProgress } = sent;
    const change = { ownerId, comment, dueOn, isInProgress };
    const done = (await changeWorkWithKey(request, new Map([[detectionId, record]]), change)).get(detectionId);
    if (done?.record === undefined)
      throw done?.outcome === 'absent' ? new Problem('DETECTION_NOT_FOUND') : editConflict();
    const after = { ...present, ...workBody(done.record) };
    return { status: 200, headers: { ETag: etagOfDetection(after) }, body: after };
  },
});
