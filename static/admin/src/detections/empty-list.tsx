import Button from '@atlaskit/button/new';
import { useCallback } from 'react';
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

/** Replaces an empty list: shows whether pages were scanned, and offers the next step. */
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
  const { load } = useLoad(useCallback(() => ask('describeCoverage', {}), []));
  if (load.state === 'loading') return <Skeleton />;
  const everyStatus = <Button onClick={onEveryStatus}>{t.everyStatus}</Button>;
  if (load.state === 'failed') {
    return (
      <EmptyState title={t.none} body={t.countUnknown}>
        {everyStatus}
      </EmptyState>
    );
  }
  const { complete, partial, notInspected } = load.value;
  if (complete.count + partial.count + notInspected.count === 0) {
    return (
      <EmptyState title={t.never} body={t.neverBody}>
        <div className="presets">
          <Button appearance="primary" onClick={onScan}>
            {t.scanAll}
          </Button>
          <Button onClick={() => goTo('detectors')}>{t.toDetectors}</Button>
        </div>
      </EmptyState>
    );
  }
  const [whole, part, not] = [complete, partial, notInspected].map(({ count, isExact }) => t.atLeast(count, isExact));
  return (
    <EmptyState title={t.none} body={t.noneBody(whole ?? '', part ?? '', not ?? '')}>
      <div className="presets">
        {everyStatus}
        <Button onClick={() => goTo('scans')}>{t.toScans}</Button>
      </div>
    </EmptyState>
  );
}
