import Button from '@atlaskit/button/new';
import { useCallback, useState } from 'react';
import { ask } from '../operations';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { PageHeader } from '../ui/page-header';
import { Skeleton } from '../ui/skeleton';
import { useLoad } from '../use-load';
import { Levels } from './levels';
import './levels.css';
import type { OpenDialog } from './open-dialog';

export default function LevelsPage() {
  const { load, reload, setValue } = useLoad(useCallback(() => ask('listLevels', {}), []));
  const [open, setOpen] = useState<OpenDialog>();
  return (
    <>
      <PageHeader
        title={texts.levels.title}
        intro={texts.levels.intro}
        actions={
          <Button
            appearance="primary"
            isDisabled={load.state !== 'ready'}
            onClick={() => setOpen({ dialog: 'level', levelId: undefined })}
          >
            {texts.levels.create}
          </Button>
        }
      />
      {load.state === 'loading' && <Skeleton />}
      {load.state === 'failed' && (
        <Failure title={texts.levels.failed} error={load.error} onRetry={() => void reload()} />
      )}
      {load.state === 'ready' && <Levels list={load.value} open={open} onOpen={setOpen} onChanged={setValue} />}
    </>
  );
}
