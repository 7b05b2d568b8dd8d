import { type KeyboardEvent, useCallback, useRef } from 'react';
import type { HomeView } from './home-view';
import { useLoad } from '../../../admin/src/use-load';
import { ask } from '../operations';
import { type FrameAddress, useFrameAddress } from '../use-frame-address';
import { Failure } from '../ui/failure';
import { Skeleton } from '../ui/skeleton';
import { FindByLevel } from './find-by-level';
import { homeTexts as t } from './texts';
import { WaitingForMe } from './waiting-for-me';

/** The page in the Apps menu: what waits for this person, and the pages of each level. */
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

const TABS = ['waiting', 'find'] as const;

/** Both lists stay as they are while the other one is shown. */
function HomeTabs({ home, address }: { readonly home: HomeView; readonly address: FrameAddress }) {
  const tab = address.query['tab'] === 'find' ? 'find' : 'waiting';
  const setTab = (name: (typeof TABS)[number]) => address.change({ tab: name === 'find' ? name : undefined }, 'new');
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const other = tab === 'waiting' ? 'find' : 'waiting';
    setTab(other);
    list.current?.querySelector<HTMLElement>(`#tab-${other}`)?.focus();
  };
  return (
    <>
      <div ref={list} role="tablist" aria-label={t.tabs} className="home-tabs" onKeyDown={onKeyDown}>
        {TABS.map((name) => (
          <button
            key={name}
            id={`tab-${name}`}
            type="button"
            role="tab"
            aria-selected={tab === name}
            aria-controls={`panel-${name}`}
            tabIndex={tab === name ? 0 : -1}
            onClick={() => setTab(name)}
          >
            {t[name]}
          </button>
        ))}
      </div>
      <section id="panel-waiting" role="tabpanel" aria-labelledby="tab-waiting" hidden={tab !== 'waiting'}>
        <WaitingForMe home={home} address={address} />
      </section>
      <section id="panel-find" role="tabpanel" aria-labelledby="tab-find" hidden={tab !== 'find'}>
        <FindByLevel levels={home.allLevels} address={address} />
      </section>
    </>
  );
}
