import { useCallback } from 'react';
import { ask } from '../operations';
import { texts } from '../texts';
import { PageHeader } from '../ui/page-header';
import { useLoad } from '../use-load';
import { Settings } from './settings';
import './settings.css';
import { Loaded } from '../ui/loaded';

/** The rules for setting levels. */
export default function PolicyPage() {
  const { load, reload, setValue } = useLoad(useCallback(() => ask('listLevels', {}), []));
  const { settings } = texts;
  return (
    <>
      <PageHeader title={settings.title} intro={settings.intro} terms={['allowedLevels', 'floor']} />
      <Loaded load={load} failed={settings.failed} onRetry={reload}>
        {(value) => <Settings list={value} onChanged={setValue} />}
      </Loaded>
    </>
  );
}
