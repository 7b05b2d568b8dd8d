import { useCallback } from 'react';
import type { HomeView } from './home-view';
import { Tabs } from '../../../admin/src/ui/tabs';
import { useLoad } from '../../../admin/src/use-load';
import { ask } from '../operations';
import { type FrameAddress, useFrameAddress } from '../use-frame-address';
import { Failure } from '../ui/failure';
import { Skeleton } from '../ui/skeleton';
import { FindByLevel } from './find-by-level';
import { homeTexts as t } from './texts';
import { WaitingForMe } from './waiting-for-me';

/** The page in the Apps menu. Shows the pages that wait for this person, and the pages of each level. */
export function Home() {
  const { load, reload } = useLoad(useCallback(() => ask('openHome', {}), []));
  const address = useFrameAddress();
  return (
    <main className="home">
      <h1>{t.title}</h1>
      {(load.state === 'loading' || address === undefined) && <Skeleton rows={6} />}
      {load.state === 'failed' && <Failure title={t.failed} error={load.error} onRetry={() => void reload()} />}
      {load.state === 'ready' && address !== undefined && <HomeTabs home={load.value} address={address} />}
    </main>
  );
}

/** Both lists stay as they are while the other one is shown. */
function HomeTabs({ home, address }: { readonly home: HomeView; readonly address: FrameAddress }) {
  return (
    <Tabs
      label={t.tabs}
      tabs={[
        { value: 'waiting', label: t.waiting, content: <WaitingForMe home={home} address={address} /> },
        { value: 'find', label: t.find, content: <FindByLevel levels={home.allLevels} address={address} /> },
      ]}
      value={address.query['tab'] === 'find' ? 'find' : 'waiting'}
      onChange={(name) => address.change({ tab: name === 'find' ? name : undefined }, 'new')}
    />
  );
}
