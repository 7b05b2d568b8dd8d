import * as z from 'zod';
import { includesScope } from '../../access/scope';
import { AUDIT_TYPES } from '../../audit/event';
import { withoutDetection, withVisibleFindings } from '../../findings/lists/audit-evidence';
import { auditSubject } from '../../audit/filter';
import { type AuditEntry, readEvents } from '../../audit/read-events';
import { rightsOf } from '../../keys/key-rights';
import { POINTS_OF_A_PERSON } from '../../quota/host-points';
import { requireAdminOfAll } from '../admin-of-all';
import * as fields from '../fields';
import { pageOf } from '../paging';
import type { AuthorizedRequest } from '../route';
import { seePagesAmong } from '../visible-pages';
import { listOperation } from '../list-operation';
import { ok } from '../operation';

const SCOPE = 'classification::manage';
const FINDINGS_SCOPE = 'detection::read';

const filters = z.strictObject({
  type: z
    .enum(AUDIT_TYPES, { error: `must be one of ${AUDIT_TYPES.join(', ')}` })
    .optional()
    .meta({ description: 'Only events of this type.', examples: ['page.level.set'] }),
  subject: auditSubject
    .optional()
    .meta({ description: 'Only events about this object.', maxLength: 80, examples: ['page:164001'] }),
  actorAccountId: fields.accountId.optional().meta({
    description: 'Only events of this accountable person: the person who acted, or the creator of the key that acted.',
    maxLength: 128,
    examples: ['712020:11111111-2222-4333-8444-555555555555'],
  }),
  // Not apiKeyId, because such a parameter looks like a key in the URL.
  keyId: z
    .string()
    .regex(/^[0-9a-hjkmnp-tv-z]{16}$/, { error: 'must be a key ID' })
    .optional()
    .meta({ description: 'Only events caused by this key.', maxLength: 16, examples: ['0123456789q4n2m5'] }),
  from: fields.instant.optional().meta({ description: 'Only events at or after this time.' }),
  to: fields.instant.optional().meta({ description: 'Only events at or before this time.' }),
});

const facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])).nullable();

const event = z
  .strictObject({
    eventId: z.uuid(),
    time: z.iso.datetime({ precision: 3 }),
    type: z.string().meta({ description: 'The type of the event. More values may be added.' }),
    outcome: z.string(),
    subject: z.string().meta({ description: 'The affected object, for example `page:164001`.' }),
    actor: z.strictObject({
      type: z
        .string()
        .meta({ description: '`user`, `apikey`, or `system` for the app itself. More values may be added.' }),
      accountId: z.string().meta({
        description:
          'Only events of this accountable person: the person who acted, or the creator of the key that acted.',
      }),
      apiKeyId: z.string().nullable(),
      apiKeyName: z.string().nullable().meta({ description: 'The name of the key at that time.' }),
    }),
    requestId: z.string(),
    before: facts.meta({ description: 'The changed members before the event.' }),
    after: facts.meta({ description: 'The changed members after the event.' }),
    justification: z.string().nullable().meta({ description: 'The reason, if one was given.' }),
  })
  .meta({ id: 'AuditEvent', description: 'An event of the audit log.' });

const answer = pageOf(event)
  .extend({
    unreadable: z.int().meta({
      description:
        'The number of events in this part of the list that this version of the app cannot read. They may or may not match the filters.',
    }),
  })
  .meta({ id: 'AuditLog' });

export const listAudit = listOperation({
  path: '/v1/audit',
  operationId: 'listAudit',
  summary: 'Read the audit log',
  description:
    'Lists who did what, when and through which key, newest first. The log covers the whole site: the creator of the key must currently be a site admin, and the key must have no page access limit and no space limit. Filters are combined with AND. Findings are omitted for keys without `detection::read`. Findings and exposure are omitted for pages that the creator cannot see. Events of the last few seconds may be missing. A page of the list can be short, or empty, and still have a next page.',
  scope: SCOPE,
  filters,
  success: ok('One page of the log.', answer, {
    results: [
      {
        eventId: '2f1f3f0e-6a3f-4c53-9b1d-0d9a5f1c2b3a',
        time: '2026-11-21T09:30:00.000Z',
        type: 'page.level.set',
        outcome: 'success',
        subject: 'page:164001',
        actor: {
          type: 'apikey',
          accountId: '712020:11111111-2222-4333-8444-555555555555',
          apiKeyId: '0123456789q4n2m5',
          apiKeyName: 'Publish rule',
        },
        requestId: '7d3f6f0e-6a3f-4c53-9b1d-0d9a5f1c2b3a',
        before: null,
        after: { levelId: '4bf1e9a2-1c59-5d2e-9c39-0a3a2b6c7d81' },
        justification: null,
      },
    ],
    unreadable: 0,
    _links: {},
  }),
  problems: ['KEY_HAS_LIMITS', 'CREATOR_NOT_ADMIN'],
  points: POINTS_OF_A_PERSON,
  list: async (request, { filters: { keyId: apiKeyId, ...others }, after, limit }) => {
    const { storage, now } = request;
    await requireAdminOfAll(request);
    const filter = { ...others, apiKeyId };
    const { entries, next, unreadable } = await readEvents(storage, { filter, now, after, limit });
    return { results: (await showTo(request, entries)).map(toEvent), next, more: { unreadable } };
  },
});

/** Shows findings only to keys that may read them, and what a page reveals only if the creator of the key can see it now. */
async function showTo(request: AuthorizedRequest, entries: readonly AuditEntry[]): Promise<readonly AuditEntry[]> {
  const canReadFindings = includesScope(rightsOf(request.key.record).scopes, FINDINGS_SCOPE);
  const show = canReadFindings ? withVisibleFindings : withoutDetection;
  return show(entries, async (pageIds) => {
    const visible = await seePagesAmong(request, pageIds, 0, canReadFindings ? FINDINGS_SCOPE : SCOPE);
    return (pageId) => visible.has(pageId);
  });
}

function toEvent({
  id,
  time,
  type,
  outcome,
  subject,
  requestId,
  details,
  ...entry
}: AuditEntry): z.infer<typeof event> {
  return {
    eventId: id,
    time,
    type,
    outcome,
    subject,
    actor: {
      type: entry.actorType,
      accountId: entry.actorAccountId,
      apiKeyId: entry.actorKeyId ?? null,
      apiKeyName: details.keyName ?? null,
    },
    requestId,
    before: details.before ?? null,
    after: details.after ?? null,
    justification: details.justification ?? null,
  };
}
