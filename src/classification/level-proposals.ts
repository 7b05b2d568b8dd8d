import * as z from 'zod';
import type { Random } from '../platform/random';
import { retryOnConflict } from '../platform/retry-on-conflict';
import { listNewestFirst } from '../platform/rows-by-time';
import type { RowReader } from '../platform/read-ahead';
import { nextRevision, type RowWrite, type Storage } from '../platform/storage';
import { type LevelOfPage, levelOfPage } from './model';
import { justificationText } from './page-level-fields';
import { storedRecord } from '../platform/stored-rows';
import { instant } from '../platform/instant';

/**
 * Levels that an agent proposes for pages to the person in its chat. A proposal changes nothing. It is bound to the
 * person, the page, the revision of the page's level, and the proposed level. Only the person's own frames get its id,
 * which a confirmation needs. No answer to a model has it.
 */

export interface LevelProposal {
  /** Known to frames only. */
  readonly proposalId: string;
  readonly pageId: string;
  readonly level: LevelOfPage;
  /** The revision of the page's level that the proposal was made for. */
  readonly revision: number | 'absent';
  /** In the words of the model. */
  readonly reason?: string | undefined;
  /** ISO 8601 */
  readonly proposedAt: string;
  readonly expiresAt: string;
}

/** How long a person can confirm a proposal. */
export const PROPOSAL_MINUTES = 10;

/** The maximum number of proposals that `listProposals` returns. */
const MAX_LISTED = 50;

/** Entity `level-proposal`, row key = the account id and the page's id. One proposal for a person and a page. */
const proposalRecord = storedRecord({
  accountId: z.string(),
  pageId: z.string(),
  proposedAt: instant,
  /** Undefined: the person has confirmed or dismissed the proposal. */
  data: z.strictObject({
    open: z
      .strictObject({
        proposalId: z.uuid(),
        level: levelOfPage,
        revision: z.union([z.int().min(1), z.literal('absent')]),
        reason: justificationText.optional(),
      })
      .optional(),
  }),
});

type ProposalRecord = z.infer<typeof proposalRecord>;

/** Names the row of a proposal, to read it together with other rows. */
export function proposalRow(
  accountId: string,
  pageId: string,
): { readonly entity: 'level-proposal'; readonly key: string } {
  return { entity: 'level-proposal', key: `${accountId}#${pageId}` };
}

/** A stored proposal, and the write that ends it. */
export interface StoredProposal extends LevelProposal {
  /** Only if it is still the same proposal. */
  readonly end: RowWrite;
}

/**
 * The open proposal for this person and page. Undefined: none, it has expired, or it cannot be read.
 * @throws StorageUnavailableError
 */
export async function readProposal(
  rows: RowReader,
  { accountId, pageId }: { readonly accountId: string; readonly pageId: string },
  now: Date,
): Promise<StoredProposal | undefined> {
  const { entity, key } = proposalRow(accountId, pageId);
  const record = proposalRecord.safeParse((await rows.read(entity, key)).value).data;
  const proposal = record && openProposal(record, now);
  return record && proposal && { ...proposal, end: { ...ended(record), expected: record.rev } };
}

/**
 * The open proposals for this person, newest first, at most 50, as they are now. The query only finds candidates, so
 * new ones of the last seconds may be missing. Does not check whether the person can still see the pages.
 * @throws StorageUnavailableError
 */
export async function listProposals(
  storage: Pick<Storage, 'list' | 'readMany'>,
  accountId: string,
  now: Date,
): Promise<readonly LevelProposal[]> {
  const from = new Date(now.getTime() - PROPOSAL_MINUTES * 60_000).toISOString();
  const { items } = await listNewestFirst(storage, {
    entity: 'level-proposal',
    time: 'proposedAt',
    schema: proposalRecord,
    sources: [{ index: 'by-account', partition: accountId, from }],
    from,
    to: now.toISOString(),
    after: undefined,
    limit: MAX_LISTED,
    pick: (_key, { pageId }) => pageId,
  });
  const rows = await storage.readMany([...new Set(items)].map((pageId) => proposalRow(accountId, pageId)));
  return rows.flatMap(({ value }) => {
    const { data } = proposalRecord.safeParse(value);
    return (data && openProposal(data, now)) ?? [];
  });
}

interface NewProposal extends Pick<LevelProposal, 'pageId' | 'level' | 'revision' | 'reason'> {
  readonly accountId: string;
}

/**
 * Stores a proposal. It replaces an earlier one for the same person and page.
 * @returns `contended` if other proposals for this page were made at the same time. @throws StorageUnavailableError
 */
export async function writeProposal(
  { storage, random }: { readonly storage: Storage; readonly random: Random },
  { accountId, pageId, level, revision, reason }: NewProposal,
  now: Date,
): Promise<'written' | 'contended'> {
  const { entity, key } = proposalRow(accountId, pageId);
  const open = { proposalId: random.uuid(), level, revision, ...(reason === undefined ? {} : { reason }) };
  const outcome = await retryOnConflict(async () => {
    const { revision: before } = await storage.read(entity, key);
    const record = {
      v: 1,
      rev: nextRevision(before),
      accountId,
      pageId,
      proposedAt: now.toISOString(),
      data: { open },
    } as const;
    const write = { entity, key, value: record, keepDays: 1, ...(before === 'absent' ? {} : { expected: before }) };
    return storage.commit([write], []);
  });
  return outcome === 'conflict' ? 'contended' : 'written';
}

function openProposal({ pageId, proposedAt, data: { open } }: ProposalRecord, now: Date): LevelProposal | undefined {
  const expiresAt = new Date(Date.parse(proposedAt) + PROPOSAL_MINUTES * 60_000);
  return open === undefined || now >= expiresAt
    ? undefined
    : { ...open, pageId, proposedAt, expiresAt: expiresAt.toISOString() };
}

function ended({ rev, accountId, pageId, proposedAt }: ProposalRecord): RowWrite {
  const value = { v: 1, rev: nextRevision(rev), accountId, pageId, proposedAt, data: {} };
  return { ...proposalRow(accountId, pageId), value, keepDays: 1 };
}
