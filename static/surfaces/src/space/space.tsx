import { useCallback, useEffect, useRef } from 'react';
import type { CountedLevel, SpaceView } from '../../../../src/surfaces/space/contract';
import { oneOf } from '../../../admin/src/address-part';
import { useLoad } from '../../../admin/src/use-load';
import { commonTexts } from '../common-texts';
import { ask } from '../operations';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { LevelOrNone } from '../ui/level-or-none';
import { Skeleton } from '../ui/skeleton';
import { type FrameAddress, useFrameAddress } from '../use-frame-address';
import { AdminPart } from './admin-part';
import { FoundPages } from './found-pages';
import { spaceTexts as t } from './texts';
import { Columns } from '../ui/columns';

/** The page of a space. Shows its pages by level as far as the viewer can see them, and more to its admins. */
export function SpaceHome() {
  const { load, reload } = useLoad(useCallback(() => ask('openSpace', {}), []));
  const address = useFrameAddress();
  return (
    <main className="space">
      <h1>{t.title}</h1>
      {(load.state === 'loading' || (load.state === 'ready' && address === undefined)) && <Skeleton rows={6} />}
      {load.state === 'failed' && <Failure title={t.failed} error={load.error} onRetry={() => void reload()} />}
      {load.state === 'ready' && address !== undefined && <SpaceContent view={load.value} address={address} />}
    </main>
  );
}

function SpaceContent({ view, address }: { readonly view: SpaceView; readonly address: FrameAddress }) {
  switch (view.state) {
    case 'hidden':
      return <p role="status">{t.hidden}</p>;
    case 'off':
      return (
        <>
          <p role="status">{t.off}</p>
          {view.isAdmin && <p className="note">{t.offAdmin}</p>}
        </>
      );
    case 'space':
      return (
        <>
          <PagesByLevel counts={view.counts} address={address} />
          {view.isAdmin && <AdminPart address={address} />}
        </>
      );
  }
}

const NONE = 'none';

/** More pages than this are not counted exactly. */
const MAX_COUNTED = 99;

interface PagesByLevelProps {
  readonly counts: readonly CountedLevel[];
  readonly address: FrameAddress;
}

/** The chosen level is in the address. */
function PagesByLevel({ counts, address: { query, change } }: PagesByLevelProps) {
  const ids = counts.map(({ levelId }) => levelId ?? NONE);
  const first = counts.find(({ pages }) => pages > 0)?.levelId ?? NONE;
  const chosen = oneOf(ids, query['level']) ?? first;
  const choose = (levelId: string) => change({ level: levelId }, 'new');
  const list = useRef<HTMLHeadingElement>(null);
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) list.current?.focus();
    isAsked.current = false;
  }, [chosen]);
  const show = (levelId: string) => {
    if (levelId === chosen) {
      list.current?.focus();
      return;
    }
    isAsked.current = true;
    choose(levelId);
  };
  return (
    <>
      <section aria-labelledby="by-level">
        <h2 id="by-level">{t.byLevel}</h2>
        <p className="note">{t.byLevelIntro}</p>
        <CountTable counts={counts} onShow={show} />
      </section>
      <section aria-labelledby="find">
        <h2 id="find" ref={list} tabIndex={-1}>
          {t.find}
        </h2>
        <div className="field">
          <label htmlFor="find-level">{t.level}</label>
          <select
            id="find-level"
            className="input"
            value={chosen}
            onChange={(event) => choose(event.currentTarget.value)}
          >
            {counts.map(({ levelId, level }) => (
              <option key={levelId ?? NONE} value={levelId ?? NONE}>
                {level?.name ?? commonTexts.unclassified}
              </option>
            ))}
          </select>
        </div>
        <FoundPages key={chosen} levelId={chosen} />
      </section>
    </>
  );
}

interface CountTableProps {
  readonly counts: readonly CountedLevel[];
  readonly onShow: (levelId: string) => void;
}

function CountTable({ counts, onShow }: CountTableProps) {
  return (
    <table>
      <Columns names={[t.level]} numbers={t.pages} />
      <tbody>
        {counts.map((count) => (
          <tr key={count.levelId ?? NONE}>
            <td>
              <LevelOrNone level={count.level} />
            </td>
            <td className="number">
              <Button
                appearance="link"
                aria-label={`${countInWords(count)}. ${t.showPages(count.level?.name ?? commonTexts.unclassified)}`}
                onClick={() => onShow(count.levelId ?? NONE)}
              >
                {countInWords(count)}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function countInWords({ pages, isExact }: CountedLevel): string {
  if (pages > MAX_COUNTED) return t.more(MAX_COUNTED + 1);
  return isExact ? pages.toLocaleString() : t.atLeast(pages);
}
