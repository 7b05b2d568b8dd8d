import type { FindingView } from '../../../../src/admin/findings/finding-view';
import type { Outcome } from '../operations';
import type { FindingFilter } from './filter';
import type { TriageRow } from './names';
import { MAX_FINDINGS, MAX_PAGES } from './row-actions';
import { readPart } from './use-findings';

export interface FoundOpen {
  readonly findings: readonly FindingView[];
  /** True if there are more than one redaction accepts. */
  readonly isCut: boolean;
}

/** The most that the resolver lists at once. */
const LISTED_AT_ONCE = 100;

/** The open findings of the rows or the filters, up to the limits of one redaction. */
export async function findOpen(
  rows: readonly TriageRow[],
  matching: readonly FindingFilter[] | undefined,
): Promise<Outcome<FoundOpen>> {
  if (matching === undefined) {
    const open = rows.map(({ finding }) => finding).filter(({ status }) => status === 'open');
    return { ok: true, value: withinLimits(open) };
  }
  const found: FindingView[] = [];
  for (const filter of matching) {
    let cursor: string | undefined;
    do {
      const answer = await readPart({ ...filter, status: 'open', order: 'newest' }, cursor, LISTED_AT_ONCE);
      if (!answer.ok) return answer;
      found.push(...answer.value.findings);
      ({ cursor } = answer.value);
      const cut = withinLimits(found);
      if (cut.isCut) return { ok: true, value: cut };
    } while (cursor !== undefined);
  }
  return { ok: true, value: withinLimits(found) };
}

/** The first findings that one redaction accepts. */
function withinLimits(found: readonly FindingView[]): FoundOpen {
  const pages = new Set<string>();
  const end = found.findIndex(({ pageId }, index) => index >= MAX_FINDINGS || pages.add(pageId).size > MAX_PAGES);
  return { findings: end === -1 ? found : found.slice(0, end), isCut: end !== -1 };
}
