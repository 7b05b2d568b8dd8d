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
import { Failure } from '../ui/failure';
import { Skeleton } from '../ui/skeleton';
import { useLoad } from '../use-load';

interface Known {
  readonly coverage: AdminOperations['describeCoverage']['result'];
  readonly triggers: DetectionView['triggers'];
}

/** How many pages were looked at, and when they are. */
export function Coverage({ scans }: { readonly scans: readonly ScanView[] }) {
  const { coverage: t } = texts.scans;
  const { goTo } = useNavigation();
  const { load, reload } = useLoad(useCallback(readKnown, []));
  const whole = scans.find(({ of, state }) => of === 'site' && state === 'finished');
  return (
    <section className="scans-section" aria-labelledby="scans-coverage">
      <h2 id="scans-coverage">{t.title}</h2>
      {load.state === 'loading' && <Skeleton rows={3} />}
      {load.state === 'failed' && <Failure title={t.failed} error={load.error} onRetry={() => void reload()} />}
      {load.state === 'ready' && (
        <>
          <dl className="facts">
            {(['complete', 'partial', 'notInspected'] as const).map((kind) => {
              const { count, isExact } = load.value.coverage[kind];
              return (
                <Fact key={kind} label={t[kind]}>
                  {t.count(count, isExact)}
                </Fact>
              );
            })}
            <Fact label={t.whole}>
              {whole?.finishedAt === undefined
                ? t.noWhole
                : whole.counts === undefined
                  ? t.lastWholeOn(formatInstant(whole.finishedAt))
                  : t.lastWhole(whole.counts.pages, formatInstant(whole.finishedAt))}
            </Fact>
            <Fact label={t.when}>
              {t.onPublish[load.value.triggers.onPublish ? 'yes' : 'no']}
              <span className="line">{t.schedules[load.value.triggers.schedule]}</span>
            </Fact>
          </dl>
          <Button onClick={() => goTo('detectors')}>{t.edit}</Button>
        </>
      )}
    </section>
  );
}

async function readKnown(): Promise<Outcome<Known>> {
  const [coverage, detection] = await Promise.all([ask('describeCoverage', {}), ask('getDetection', {})]);
  if (!coverage.ok) return coverage;
  if (!detection.ok) return detection;
  return { ok: true, value: { coverage: coverage.value, triggers: detection.value.triggers } };
}
