import type { RowWrite } from '../platform/storage';
import { definedOf } from '../platform/defined-of';
import type { AuditDetails } from './details';

/** The types of recorded events. They are part of the API, so never rename one. */
export const AUDIT_TYPES = [
  'apikey.created',
  'apikey.updated',
  'apikey.rotated',
  'apikey.revoked',
  'apikey.expiring',
  'apikey.expired',
  'apikey.leak_reported',
  'page.level.set',
  'page.level.cleared',
  'page.moved',
  'page.level.removed',
  'page.not-inspected',
  'page.mirror.repaired',
  'reconciliation.finished',
  'counts.repaired',
  'hidden-pages.accepted',
  'level.created',
  'level.updated',
  'level.archived',
  'level.restored',
  'level.reordered',
  'level.imported',
  'sublevel.created',
  'sublevel.updated',
  'sublevel.archived',
  'sublevel.restored',
  'sublevel.reordered',
  'settings.updated',
  'space-settings.updated',
  'scheme.created',
  'scheme.updated',
  'scheme.deleted',
  'detector.created',
  'detector.updated',
  'detector.deleted',
  'detection.updated',
  'detector-scheme.created',
  'detector-scheme.updated',
  'detector-scheme.deleted',
  'exclusion.created',
  'exclusion.deleted',
  'page.redacted',
  'finding.updated',
  'finding.owner-asked',
  'page.version-deleted',
  'job.created',
  'job.finished',
  'job.cancelled',
  'mirror-walk.started',
  'mirror-walk.paused',
  'mirror-walk.resumed',
  'mirror-walk.cancelled',
  'app.installed',
  'app.upgraded',
  'app.license-changed',
  'person.exported',
  'person.erased',
  'erasure.requested',
  'erasure.confirmed',
  'erasure.withdrawn',
  'site-check.run',
  'retention.changed',
  'rows.removed',
  'native-levels.changed',
  'native-level.refused',
  'alerts.changed',
  'exposure.rule.updated',
  'label-sync.updated',
  'exposure.exception.created',
  'exposure.exception.ended',
  'page.exposure.changed',
  'exposure.check.disagreed',
  'page-use.rule.updated',
  'computed-pages.turned-on',
  'computed-pages.turned-off',
  'configuration.applied',
  'review.rule.updated',
  'page.reviewed',
  'page.review-date.set',
  'review.campaign.created',
  'review.campaign.ended',
] as const;

export type AuditType = (typeof AUDIT_TYPES)[number];

/** The account ID of the app itself, which acts without a person or a key. No account of Confluence has it. */
export const SYSTEM = 'system';

export interface AuditActor {
  readonly type: 'user' | 'apikey' | 'system';
  /** The accountable person: the acting person, the creator of the acting key, or SYSTEM. */
  readonly accountId: string;
  readonly keyId?: string;
  readonly keyName?: string;
}

export const APP_ACTOR: AuditActor = { type: 'system', accountId: SYSTEM };

type Acting =
  /** An API key. */
  | { readonly keyId: string; readonly record: { readonly createdBy: string; readonly name: string } }
  /** A person, for example the request of a site admin. */
  | { readonly accountId: string }
  /** The owner of a run as its record stores it. The record has no name of a key. */
  | { readonly createdBy: string; readonly keyId?: string | undefined };

export function actorOf(acting: Acting): AuditActor {
  if ('record' in acting) {
    const { keyId, record } = acting;
    return { type: 'apikey', accountId: record.createdBy, keyId, keyName: record.name };
  }
  if ('accountId' in acting) return { type: 'user', accountId: acting.accountId };
  const { createdBy: accountId, keyId } = acting;
  if (accountId === SYSTEM) return APP_ACTOR;
  return keyId === undefined ? { type: 'user', accountId } : { type: 'apikey', accountId, keyId };
}

/** How a level was set: the method, or what changed many levels. The histories have words for each. Never rename one. */
export type LevelSetBy =
  | 'MANUAL'
  | 'DEFAULT'
  | 'REST_API'
  | 'AUTOMATION'
  | 'ROVO'
  | 'DETECTION'
  | 'NATIVE'
  | 'JOB'
  | 'UNDO'
  | 'IMPORT'
  | 'COPY'
  | 'MOVE';

export interface AuditEvent {
  readonly id: string;
  readonly type: AuditType;
  readonly time: Date;
  /** The object of the event, for example `page:123` or `apikey:0123456789abcdef`. */
  readonly subject: AuditSubject;
  readonly actor: AuditActor;
  readonly requestId: string;
  readonly before?: AuditDetails | undefined;
  readonly after?: AuditDetails | undefined;
  /** How a level was set. */
  readonly how?: LevelSetBy;
  /** The reason that the person gave, or the cause of an action of the app. */
  readonly justification?: string | undefined;
}

/** Kinds of subjects with an id, such as `page:123`. The admin area has words for each. Never rename one. */
export type IdentifiedSubject =
  | 'page'
  | 'apikey'
  | 'level'
  | 'sublevel'
  | 'space'
  | 'scheme'
  | 'detector'
  | 'detector-scheme'
  | 'exclusion'
  | 'job'
  | 'scan'
  | 'redaction'
  | 'mirror-walk'
  | 'person'
  | 'campaign';

/** Subjects that exist once. The admin area has words for each. Never rename one. */
export type SingleSubject =
  | 'levels'
  | 'settings'
  | 'surfaces'
  | 'mentions'
  | 'native-levels'
  | 'detection'
  | 'exclusions'
  | 'reconciliation'
  | 'app'
  | 'retention'
  | 'quotas'
  | 'page-views'
  | 'alerts'
  | 'exposure'
  | 'review'
  | 'page-use'
  | 'label-sync'
  | 'counts'
  | 'configuration'
  | 'site';

export type AuditSubject = SingleSubject | `${IdentifiedSubject}:${string}`;

/** Creates the audit row. Write it in the transaction of the change, so that neither exists without the other. */
export function auditRow(event: AuditEvent): RowWrite {
  const time = event.time.toISOString();
  const { actor, how, before, after, justification } = event;
  return {
    entity: 'audit',
    key: event.id,
    value: {
      v: 1,
      month: time.slice(0, 7),
      time,
      type: event.type,
      outcome: 'success',
      subject: event.subject,
      actorType: actor.type,
      actorAccountId: actor.accountId,
      ...(actor.keyId === undefined ? {} : { actorKeyId: actor.keyId }),
      requestId: event.requestId,
      details: definedOf({ keyName: actor.keyName, how, before, after, justification }),
    },
  };
}
