import Button from '@atlaskit/button/new';
import { useCallback } from 'react';
import type { DetectionView } from '../../../../src/admin/change-detection';
import type { AdminOperations } from '../../../../src/admin/contract';
import type { ScanView } from '../../../../src/admin/scans';
import { formatInstant } from '../dates';
import { useNavigation } from '../navigation';
import { ask, type Outcome } from '../operations';
import { texts } from '../texts';
import { Fact } from '../ui/fact';
import { Loaded } from '../ui/loaded';
import { ShareBar } from '../ui/share-bar';
import { useLoad } from '../use-load';

interface CoverageAndTriggers {
  readonly coverage: AdminOperations['describeCoverage']['result'];
  readonly triggers: DetectionView['triggers'];
}

const KINDS = [
  { kind: 'complete', tone: 'success' },
  { kind: 'partial', tone: 'warning' },
  { kind: 'notInspected', tone: 'danger' },
] as const;

/** The numbers of scanned pages, and the automatic scans. */
export function Coverage({ scans }: { readonly scans: readonly ScanView[] }) {
  const { coverage: t } = texts.scans;
  const { goTo } = useNavigation();
  const { load, reload } = useLoad(useCallback(readCoverage, []));
  return (
    <section className="scans-section" aria-labelledby="scans-coverage">
      <h2 id="scans-coverage">{t.title}</h2>
      <Loaded load={load} failed={t.failed} onRetry={reload} rows={3}>
        {({ coverage, triggers }) => (
          <>
            <ShareBar
              label={t.title}
              shares={KINDS.map(({ kind, tone }) => ({
                name: kind,
                label: t[kind],
                count: coverage[kind].count,
                shown: t.count(coverage[kind].count, coverage[kind].isExact),
                tone,
              }))}
              isExact={KINDS.every(({ kind }) => coverage[kind].isExact)}
            />
            <dl className="facts">
              <Fact label={t.whole}>{lastFullScan(scans)}</Fact>
              <Fact label={t.when}>
                {t.onPublish[triggers.onPublish ? 'yes' : 'no']}
                <span className="line">{t.schedules[triggers.schedule]}</span>
              </Fact>
            </dl>
            <Button onClick={() => goTo('detectors', { tab: 'settings' })}>{t.edit}</Button>
          </>
        )}
      </Loaded>
    </section>
  );
}

function lastFullScan(scans: readonly ScanView[]): string {
  const { coverage: t } = texts.scans;
  const { finishedAt, counts } = scans.find(({ of, state }) => of === 'site' && state === 'finished') ?? {};
  if (finishedAt === undefined) return t.noWhole;
  const finished = formatInstant(finishedAt);
  return counts === undefined ? t.lastWholeOn(finished) : t.lastWhole(counts.pages, finished);
}

async function readCoverage(): Promise<Outcome<CoverageAndTriggers>> {
  const [coverage, detection] = await Promise.all([ask('describeCoverage', {}), ask('getDetection', {})]);
  if (!coverage.ok) return coverage;
  if (!detection.ok) return detection;
  return { ok: true, value: { coverage: coverage.value, triggers: detection.value.triggers } };
}
