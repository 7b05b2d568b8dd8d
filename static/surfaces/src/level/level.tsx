import { useCallback } from 'react';
import { LevelLozenge } from '../../../admin/src/ui/level-lozenge';
import type { SurfaceOperations } from '../../../../src/surfaces/contract';
import { commonTexts } from '../common-texts';
import { useLevelChanged } from '../level-changed';
import { ask } from '../operations';
import { Button } from '../ui/button';
import { NoPageText } from '../ui/no-page';
import { useLoad } from '../../../admin/src/use-load';
import { levelTexts as t } from './texts';

/** The level of the page that the macro is on. It follows changes that are made on the page. */
export function LevelMacro() {
  const { load, refresh, reload } = useLoad(useCallback(() => ask('openLevel', {}), []));
  useLevelChanged(useCallback(() => void refresh(), [refresh]));
  if (load.state === 'loading') return <span role="status" aria-label={commonTexts.loading} />;
  if (load.state === 'failed') {
    return (
      <span className="level-macro" role="alert">
        {load.error.code === 'CONSENT_NEEDED' ? load.error.message : t.failed}{' '}
        <Button appearance="link" onClick={() => void reload()}>
          {commonTexts.retry}
        </Button>
      </span>
    );
  }
  return <LevelContent view={load.value} />;
}

export function LevelContent({ view }: { readonly view: SurfaceOperations['openLevel']['result'] }) {
  return (
    <span className="level-macro" role="group" aria-label={t.label}>
      <LevelOrReason view={view} />
    </span>
  );
}

function LevelOrReason({ view }: { readonly view: SurfaceOperations['openLevel']['result'] }) {
  if (view.state !== 'level') return <NoPageText state={view.state} />;
  if (view.level === null) return <LevelLozenge name={commonTexts.unclassified} color="GREY" />;
  return <LevelLozenge name={view.level.name} color={view.level.color} />;
}
