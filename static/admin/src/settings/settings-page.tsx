import { useCallback } from 'react';
import { ask } from '../operations';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { PageHeader } from '../ui/page-header';
import { Skeleton } from '../ui/skeleton';
import { useLoad } from '../use-load';
import { Comparison } from './comparison';
import { Settings } from './settings';
import './settings.css';

/** What is settled about levels for the site and its spaces, and what the daily comparison did. */
export default function SettingsPage() {
  const { load, reload, setValue } = useLoad(useCallback(() => ask('listLevels', {}), []));
  const { settings } = texts;
  return (
    <>
      <PageHeader title={settings.title} intro={settings.intro} />
      {load.state === 'loading' && <Skeleton />}
      {load.state === 'failed' && <Failure title={settings.failed} error={load.error} onRetry={() => void reload()} />}
      {load.state === 'ready' && <Settings list={load.value} onChanged={setValue} />}
      <Comparison />
    </>
  );
}
