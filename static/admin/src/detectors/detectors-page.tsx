import { useCallback } from 'react';
import { ask } from '../operations';
import { texts } from '../texts';
import { PageHeader } from '../ui/page-header';
import { useLoad } from '../use-load';
import { Detectors } from './detectors';
import './detectors.css';
import { Loaded } from '../ui/loaded';

/** The detection settings, and a test bench. */
export default function DetectorsPage() {
  const { load, reload, setValue } = useLoad(useCallback(() => ask('getDetection', {}), []));
  const { detectors: t } = texts;
  return (
    <>
      <PageHeader title={t.title} intro={t.intro} terms={['band', 'outdated', 'scheme']} />
      <Loaded load={load} failed={t.failed} onRetry={reload}>
        {(view) => <Detectors view={view} onChanged={setValue} />}
      </Loaded>
    </>
  );
}
