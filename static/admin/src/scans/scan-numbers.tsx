import type { ScanView } from '../../../../src/admin/runs/scans';
import { texts } from '../texts';

/** The result of a scan in numbers. Only the person who started it can see them. */
export function ScanNumbers({ counts }: { readonly counts: ScanView['counts'] | undefined }) {
  const { scan: t, reasons } = texts.detections;
  if (counts === undefined) return <span className="note">{texts.scans.list.noCounts}</span>;
  return (
    <ul className="plain-list">
      <li>{t.complete(counts.complete)}</li>
      {counts.upToDate > 0 && <li>{t.upToDate(counts.upToDate)}</li>}
      {counts.partial > 0 && <li>{t.partial(counts.partial)}</li>}
      {counts.notInspected > 0 && <li>{t.notInspected(counts.notInspected)}</li>}
      {Object.entries(reasons).map(([reason, words]) => {
        const count = Object.entries(counts.reasons).find(([name]) => name === reason)?.[1];
        return count === undefined ? null : <li key={reason}>{t.reason(words, count)}</li>;
      })}
      <li>{t.found(counts.found)}</li>
      {counts.reopened > 0 && <li>{t.reopened(counts.reopened)}</li>}
      {counts.resolved > 0 && <li>{t.resolved(counts.resolved)}</li>}
    </ul>
  );
}
