import { useCallback } from 'react';
import { ask } from '../operations';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { PageHeader } from '../ui/page-header';
import { Skeleton } from '../ui/skeleton';
import { useLoad } from '../use-load';
import { Exports } from './exports';
import { LevelImport } from './level-import';
import { PageLevelImport } from './page-level-import';
import './transfer.css';

/** Levels of pages, levels and keys as files: from other places, and to them. */
export default function TransferPage() {
  const { load, reload, setValue } = useLoad(useCallback(() => ask('listLevels', {}), []));
  const { transfer } = texts;
  return (
    <>
      <PageHeader title={transfer.title} intro={transfer.intro} />
      {load.state === 'loading' && <Skeleton />}
      {load.state === 'failed' && (
        <Failure title={texts.levels.failed} error={load.error} onRetry={() => void reload()} />
      )}
      {load.state === 'ready' && (
        <>
          <PageLevelImport levels={load.value.levels} />
          <LevelImport list={load.value} onChanged={setValue} />
          <Exports />
        </>
      )}
    </>
  );
}
