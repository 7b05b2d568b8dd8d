import { useCallback } from 'react';
import { ask } from '../operations';
import { texts } from '../texts';
import { PageHeader } from '../ui/page-header';
import { useLoad } from '../use-load';
import { Exports } from './exports';
import { LevelImport } from './level-import';
import { PageLevelImport } from './page-level-import';
import './transfer.css';
import { Loaded } from '../ui/loaded';

/** Imports and exports files. */
export default function TransferPage() {
  const { load, reload, setValue } = useLoad(useCallback(() => ask('listLevels', {}), []));
  const { transfer } = texts;
  return (
    <>
      <PageHeader title={transfer.title} intro={transfer.intro} />
      <Loaded load={load} failed={texts.levels.failed} onRetry={reload}>
        {(value) => (
          <>
            <PageLevelImport levels={value.levels} />
            <LevelImport list={value} onChanged={setValue} />
            <Exports />
          </>
        )}
      </Loaded>
    </>
  );
}
