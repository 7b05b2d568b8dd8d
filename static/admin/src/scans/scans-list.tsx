import Button from '@atlaskit/button/new';
import { type ReactNode, useEffect, useState } from 'react';
import type { ScanView } from '../../../../src/admin/runs/scans';
import { formatInstant } from '../dates';
import { readAccounts, readSpaces } from '../names';
import { openStateText } from '../runs/waiting';
import { texts } from '../texts';
import { EmptyState } from '../ui/empty-state';
import { ScanNumbers } from './scan-numbers';
import { ScanProgress } from './scan-progress';
import { hasEnded } from './use-scans';
import { Table } from '../ui/table';

interface ScansListProps {
  readonly scans: readonly ScanView[];
  /** The button that starts a scan. */
  readonly start: ReactNode;
  readonly onCancel: (scan: ScanView) => void;
  readonly onShowPages: (scan: ScanView) => void;
}

/** The scans with their pages, status and results. */
export function ScansList({ scans, start, onCancel, onShowPages }: ScansListProps) {
  const { list: t } = texts.scans;
  const names = useNames(scans);
  if (scans.length === 0) {
    return (
      <EmptyState title={t.none} body={t.noneBody}>
        {start}
      </EmptyState>
    );
  }
  return (
    <Table caption={t.caption} headings={[t.columns.what, t.columns.state, t.columns.result, t.columns.actions]}>
      {scans.map((scan) => {
        const what = whatOf(scan, names.spaces);
        return (
          <tr key={scan.scanId}>
            <th scope="row" data-label={t.columns.what}>
              {what}
              <span className="line note">
                {t.startedBy(names.accounts.get(scan.createdBy) ?? who(scan), formatInstant(scan.createdAt))}
              </span>
            </th>
            <td data-label={t.columns.state}>
              {scan.turn === undefined ? t.state[scan.state] : openStateText(scan.turn)}
              {scan.stoppedBy !== undefined && (
                <span className="line note">{t.why[scan.stoppedBy] ?? scan.stoppedBy}</span>
              )}
            </td>
            <td data-label={t.columns.result}>
              <Result scan={scan} what={what} />
            </td>
            <td data-label={t.columns.actions}>
              {!hasEnded(scan) && (
                <Button spacing="compact" aria-label={t.cancelOf(what)} onClick={() => onCancel(scan)}>
                  {t.cancel}
                </Button>
              )}
              {hasEnded(scan) && scan.of === 'pages' && (
                <Button
                  spacing="compact"
                  aria-label={t.pagesOf(formatInstant(scan.createdAt))}
                  onClick={() => onShowPages(scan)}
                >
                  {t.pages}
                </Button>
              )}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

function Result({ scan, what }: { readonly scan: ScanView; readonly what: string }) {
  if (hasEnded(scan)) return <ScanNumbers counts={scan.counts} />;
  return <ScanProgress scan={scan} label={`${texts.detections.scan.progress}: ${what}`} />;
}

function who({ createdBy }: ScanView): string {
  return createdBy === 'system' ? texts.scans.list.schedule : createdBy;
}

function whatOf({ of, spaceId, cql, onlyStale }: ScanView, spaces: Names['spaces']): string {
  const { list: t } = texts.scans;
  const what =
    spaceId !== undefined ? t.space(spaces.get(spaceId)?.name ?? spaceId) : cql !== undefined ? t.query(cql) : t.of[of];
  return onlyStale ? `${what}, ${t.onlyStale}` : what;
}

interface Names {
  readonly spaces: Awaited<ReturnType<typeof readSpaces>>;
  readonly accounts: Awaited<ReturnType<typeof readAccounts>>;
}

function useNames(scans: readonly ScanView[]): Names {
  const [names, setNames] = useState<Names>({ spaces: new Map(), accounts: new Map() });
  const spaceIds = distinct(scans.flatMap(({ spaceId }) => spaceId ?? []));
  const accountIds = distinct(scans.map(({ createdBy }) => createdBy).filter((id) => id !== 'system'));
  useEffect(() => {
    let isCurrent = true;
    const asked = [readSpaces(words(spaceIds)), readAccounts(words(accountIds))] as const;
    void Promise.all(asked).then(([spaces, accounts]) => isCurrent && setNames({ spaces, accounts }));
    return () => {
      isCurrent = false;
    };
  }, [spaceIds, accountIds]);
  return names;
}

/** A string, so that equal results compare as equal. */
function distinct(ids: readonly string[]): string {
  return [...new Set(ids)].sort().join(' ');
}

function words(text: string): readonly string[] {
  return text === '' ? [] : text.split(' ');
}
