import { createHash } from 'node:crypto';
import { type AuditActor, auditRow } from '../audit/event';
import { URI_NAMESPACE, uuidV5 } from '../classification/uuid-v5';
import type { FindingRecord } from '../findings/model';
import { readFindings, readScan } from '../findings/scan-store';
import { lineListOf, lineOf } from '../keys/key-line';
import type { ApiKey } from '../keys/model';
import type { Random } from '../platform/random';
import type { RowCheck, Storage } from '../platform/storage';
import { type Full, join } from '../runs/line';
import { expiryOfRedaction, type FailedFinding, type RedactionPage, type RedactionRun } from './run-model';
import type { MarkerStyle } from './cut';
import { commitNewRedaction, placeholdRedaction, readRedaction } from './run-store';

/** Makes a redaction. A request that is sent again finds the one that it has made. */

/** A person is a site admin; whoever calls has made sure. */
export type RedactionOwner =
  { readonly kind: 'key'; readonly key: ApiKey } | { readonly kind: 'person'; readonly accountId: string };

/** The findings that are named, or the open ones of a page. */
export type RedactionOrder =
  | { readonly findingIds: readonly string[] }
  | {
      readonly pageId: string;
      /** Left out: of all. */
      readonly detectorIds?: readonly string[] | undefined;
    };

export interface RedactionRequest {
  readonly owner: RedactionOwner;
  /** What the client calls the request; the same for the same request only. */
  readonly idempotencyKey: string;
  readonly order: RedactionOrder;
  /** Of the findings of a page, those that are not meant, because they are excluded. Left out: none. */
  readonly isExcluded?: (finding: FindingRecord) => boolean;
  /** The named findings whose pages the owner can see now. A finding on another page counts as one that does not exist. */
  readonly visible: ReadonlyMap<string, FindingRecord>;
  readonly dryRun: boolean;
  /** What comes instead of the values. */
  readonly marker: MarkerStyle;
  /** Whether older versions with the values are deleted. Then findings that were redacted before can be named as well. */
  readonly cleanHistory: boolean;
  readonly requestId: string;
  readonly installationId: string;
}

export type RedactionCreation =
  | { readonly outcome: 'created' | 'existing'; readonly run: RedactionRun }
  /** `none`: the page has no open finding of these. */
  | { readonly outcome: 'reused' | 'contended' | 'none' | Full };

interface RedactionContext {
  readonly storage: Storage;
  readonly random: Random;
  readonly now: Date;
}

const MAX_ATTEMPTS = 3;

/** @throws StorageUnavailableError, CorruptRecordError */
export async function createRedaction(
  { storage, random, now }: RedactionContext,
  request: RedactionRequest,
): Promise<RedactionCreation> {
  const { owner, idempotencyKey, order, dryRun, cleanHistory, marker, requestId, installationId } = request;
  const { isExcluded = () => false, visible } = request;
  const actor = auditActorOf(owner);
  const redactionId = uuidV5(
    URI_NAMESPACE,
    JSON.stringify([
      'redaction',
      installationId,
      owner.kind === 'key' ? lineOf(owner.key) : owner.accountId,
      idempotencyKey,
    ]),
  );
  const fingerprint = createHash('sha256')
    .update(
      JSON.stringify([
        order,
        dryRun,
        ...(cleanHistory ? ['cleanHistory'] : []),
        ...(marker === 'block' ? [] : [marker]),
      ]),
    )
    .digest('base64url');
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const { revision, run: known, open } = await readRedaction(storage, redactionId);
    if (known !== undefined && now < expiryOfRedaction(known))
      return known.record.data.fingerprint === fingerprint
        ? { outcome: 'existing', run: known }
        : { outcome: 'reused' };
    const line = join(open.line, { id: redactionId, owner: actor.keyId ?? actor.accountId });
    if (typeof line === 'string') return { outcome: line };
    const targets =
      'pageId' in order
        ? await findOfPage(storage, order, isExcluded)
        : findNamed(visible, order.findingIds, cleanHistory);
    if ('pageId' in order && targets.pages.length === 0) return { outcome: 'none' };
    const at = now.toISOString();
    const run: RedactionRun = {
      redactionId,
      record: {
        v: 1,
        rev: revision === 'absent' ? 1 : revision + 1,
        ...(owner.kind === 'key' ? { lineList: lineListOf(owner.key, 'redactions') } : {}),
        createdAt: at,
        state: 'queued',
        data: {
          createdBy: actor.accountId,
          ...(actor.keyId === undefined ? {} : { keyId: actor.keyId }),
          fingerprint,
          dryRun,
          ...(marker === 'block' ? {} : { marker }),
          ...(cleanHistory ? { cleanHistory } : {}),
          ...targets,
          stalled: 0,
          touchedAt: at,
        },
      },
    };
    const audit = auditRow({
      id: random.uuid(),
      type: 'job.created',
      time: now,
      subject: `redaction:${redactionId}`,
      actor,
      requestId,
      after: {
        pages: targets.pages.length,
        findings: targets.pages.reduce((sum, { findingIds }) => sum + findingIds.length, 0),
        ...(dryRun ? { dryRun: true } : {}),
        ...(cleanHistory ? { cleanHistory: true } : {}),
      },
    });
    const stillValid: RowCheck[] =
      owner.kind === 'key' ? [{ entity: 'api-key', key: owner.key.keyId, expected: owner.key.record.rev }] : [];
    if ((await commitNewRedaction(storage, { revision, open }, run, line, audit, stillValid)) === 'committed')
      return { outcome: 'created', run };
    if (revision === 'absent' || open.revision === 'absent') await placeholdRedaction(storage, redactionId);
  }
  return { outcome: 'contended' };
}

function auditActorOf(owner: RedactionOwner): AuditActor {
  if (owner.kind === 'person') return { type: 'user', accountId: owner.accountId };
  const { keyId, record } = owner.key;
  return { type: 'apikey', accountId: record.createdBy, keyId, keyName: record.name };
}

interface Targets {
  readonly pages: RedactionPage[];
  readonly unknown: FailedFinding[];
}

async function findOfPage(
  storage: Storage,
  { pageId, detectorIds }: Extract<RedactionOrder, { readonly pageId: string }>,
  isExcluded: (finding: FindingRecord) => boolean,
): Promise<Targets> {
  const listed = (await readScan(storage, pageId)).record?.data.findingIds ?? [];
  const findings = await readFindings(storage, listed);
  const isMeant = (finding: FindingRecord) =>
    finding.status === 'open' && (detectorIds?.includes(finding.detectorId) ?? true) && !isExcluded(finding);
  const findingIds = [...findings].flatMap(([findingId, finding]) => (isMeant(finding) ? [findingId] : []));
  return { pages: findingIds.length === 0 ? [] : [{ pageId, findingIds, named: 0, isBegun: false }], unknown: [] };
}

function findNamed(findings: RedactionRequest['visible'], named: readonly string[], cleanHistory: boolean): Targets {
  const unknown: FailedFinding[] = [];
  const pages = new Map<string, string[]>();
  for (const findingId of named) {
    const finding = findings.get(findingId);
    const isMeant = finding?.status === 'open' || (cleanHistory && finding?.status === 'redacted');
    if (finding === undefined || !isMeant) unknown.push({ findingId, reason: 'not-found' });
    else pages.set(finding.pageId, [...(pages.get(finding.pageId) ?? []), findingId]);
  }
  return {
    pages: [...pages].map(([pageId, findingIds]) => ({
      pageId,
      findingIds,
      named: findingIds.length,
      isBegun: false,
    })),
    unknown,
  };
}
