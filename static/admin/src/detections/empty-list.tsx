import Button from '@atlaskit/button/new';
import { useCallback } from 'react';
import { formatAgo } from '../dates';
import { useNavigation } from '../navigation';
import { ask } from '../operations';
import { texts } from '../texts';
import { EmptyState } from '../ui/empty-state';
import { Skeleton } from '../ui/skeleton';
import { useLoad } from '../use-load';

interface EmptyListProps {
  readonly isFiltered: boolean;
  readonly onClear: () => void;
  readonly onEveryStatus: () => void;
  readonly onScan: () => void;
}

/** Replaces an empty list. Shows whether pages were scanned, and offers the next step. */
export function EmptyList({ isFiltered, onClear, onEveryStatus, onScan }: EmptyListProps) {
  const { detections: t } = texts;
  if (isFiltered) {
    return (
      <EmptyState title={t.noMatch} body={t.noMatchBody}>
        <Button onClick={onClear}>{t.filters.clear}</Button>
      </EmptyState>
    );
  }
  return <NoOpenFindings onEveryStatus={onEveryStatus} onScan={onScan} />;
}

function NoOpenFindings({ onEveryStatus, onScan }: Pick<EmptyListProps, 'onEveryStatus' | 'onScan'>) {
  const { detections: t } = texts;
  const { goTo } = useNavigation();
  const { load } = useLoad(useCallback(() => ask('countCoverage', {}), []));
  if (load.state === 'loading') return <Skeleton />;
  const everyStatus = <Button onClick={onEveryStatus}>{t.everyStatus}</Button>;
  if (load.state === 'failed') {
    return (
      <EmptyState title={t.none} body={t.countUnknown}>
        {everyStatus}
      </EmptyState>
    );
  }
  const { asOf, numbers } = load.value;
  const { complete, partial, outdated } = numbers.coverage;
  const ago = asOf === null ? undefined : formatAgo(asOf);
  if (complete + partial + outdated === 0) {
    return (
      <EmptyState title={t.never} body={t.neverBody(ago)}>
        <div className="presets">
          <Button appearance="primary" onClick={onScan}>
            {t.scanAll}
          </Button>
          <Button onClick={() => goTo('detectors')}>{t.toDetectors}</Button>
        </div>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={t.none} body={t.noneBody(complete, numbers, ago)}>
      <div className="presets">
        {everyStatus}
        <Button onClick={() => goTo('scans')}>{t.toScans}</Button>
      </div>
    </EmptyState>
  );
}
