import { useCallback } from 'react';
import { ask, type Outcome } from '../operations';
import { texts } from '../texts';
import { PageHeader } from '../ui/page-header';
import { useLoad } from '../use-load';
import { Detectors, type DetectorsAndLevels } from './detectors';
import './detectors.css';
import { Loaded } from '../ui/loaded';

/** The detection settings, and a test bench. */
export default function DetectorsPage() {
  const { load, reload, setValue } = useLoad(useCallback(readAll, []));
  const { detectors: t } = texts;
  return (
    <>
      <PageHeader title={t.title} intro={t.intro} terms={['band', 'outdated', 'scheme']} />
      <Loaded load={load} failed={t.failed} onRetry={reload}>
        {(value) => <Detectors {...value} onChanged={(view) => setValue({ ...value, view })} />}
      </Loaded>
    </>
  );
}

async function readAll(): Promise<Outcome<DetectorsAndLevels>> {
  const [detection, levels] = await Promise.all([ask('getDetection', {}), ask('listLevels', {})]);
  if (!detection.ok) return detection;
  if (!levels.ok) return levels;
  return { ok: true, value: { view: detection.value, levels: levels.value.levels } };
}
