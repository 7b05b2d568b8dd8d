import Button from '@atlaskit/button/new';
import { useCallback } from 'react';
import { ask } from '../operations';
import { texts } from '../texts';
import { PageHeader } from '../ui/page-header';
import { useLoad } from '../use-load';
import { useOpenDialog } from '../use-open-dialog';
import { Levels } from './levels';
import './levels.css';
import { LabelSync } from './label-sync';
import { NativeLevels } from './native-levels';
import { LostSubLevels } from './lost-sub-levels';
import { openDialogIn } from './open-dialog';
import { Loaded } from '../ui/loaded';

export default function LevelsPage() {
  const { load, reload, refresh, setValue } = useLoad(useCallback(() => ask('listLevels', {}), []));
  const { open, show, close } = useOpenDialog(openDialogIn);
  return (
    <>
      <PageHeader
        title={texts.levels.title}
        intro={texts.levels.intro}
        actions={
          <Button
            appearance="primary"
            isDisabled={load.state !== 'ready'}
            onClick={() => show({ dialog: 'level', levelId: undefined })}
          >
            {texts.levels.create}
          </Button>
        }
      />
      <Loaded load={load} failed={texts.levels.failed} onRetry={reload}>
        {(value) => (
          <>
            <Levels list={value} open={open} onOpen={show} onClose={close} onChanged={setValue} />
            <LostSubLevels />
            <NativeLevels list={value} onChanged={refresh} />
            <LabelSync list={value} />
          </>
        )}
      </Loaded>
    </>
  );
}
