import { useCallback } from 'react';
import { ask } from '../operations';
import { texts } from '../texts';
import { PageHeader } from '../ui/page-header';
import { useLoad } from '../use-load';
import { DailyCheck } from './daily-check';
import { LimitsSection } from './limits-section';
import { Settings } from './settings';
import './settings.css';
import { Loaded } from '../ui/loaded';

/** The settings of the site and its spaces, and the daily check. */
export default function SettingsPage() {
  const { load, reload, setValue } = useLoad(useCallback(() => ask('listLevels', {}), []));
  const { settings } = texts;
  return (
    <>
      <PageHeader title={settings.title} intro={settings.intro} terms={['floor', 'scheme']} />
      <Loaded load={load} failed={settings.failed} onRetry={reload}>
        {(value) => <Settings list={value} onChanged={setValue} />}
      </Loaded>
      <LimitsSection />
      <DailyCheck />
    </>
  );
}
