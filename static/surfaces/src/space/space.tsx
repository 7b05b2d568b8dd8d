import { useCallback, useEffect, useRef, useState } from 'react';
import type { CountedLevel, SpaceView } from '../../../../src/surfaces/space/contract';
import { useLoad } from '../../../admin/src/use-load';
import { commonTexts } from '../common-texts';
import { ask } from '../operations';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { LevelOrNone } from '../ui/level-or-none';
import { Skeleton } from '../ui/skeleton';
import { AdminPart } from './admin-part';
import { FoundPages } from './found-pages';
import { spaceTexts as t } from './texts';

/** The page of a space: its pages by level as far as the viewer can see them, and more for its admins. */
export function SpaceHome() {
  const { load, reload } = useLoad(useCallback(() => ask('openSpace', {}), []));
  return (
    <main className="space">
      <h1>{t.title}</h1>
      {load.state === 'loading' && <Skeleton rows={6} />}
      {load.state === 'failed' && <Failure title={t.failed} error={load.error} onRetry={() => void reload()} />}
      {load.state === 'ready' && <SpaceContent view={load.value} />}
    </main>
  );
}

function SpaceContent({ view }: { readonly view: SpaceView }) {
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
          <PagesByLevel counts={view.counts} />
          {view.isAdmin && <AdminPart />}
        </>
      );
  }
}

const NONE = 'none';

/** More pages than this are not counted exactly. */
const MAX_COUNTED = 99;

function PagesByLevel({ counts }: { readonly counts: readonly CountedLevel[] }) {
  const [chosen, setChosen] = useState(() => {
    const first = counts.find(({ pages }) => pages > 0);
    return first?.levelId ?? NONE;
  });
  const list = useRef<HTMLHeadingElement>(null);
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) list.current?.focus();
    isAsked.current = false;
  }, [chosen]);
  const show = (levelId: string) => {
    isAsked.current = true;
    if (levelId === chosen) list.current?.focus();
    setChosen(levelId);
  };
  return (
    <>
      <section aria-labelledby="by-level">
        <h2 id="by-level">{t.byLevel}</h2>
        <p className="note">{t.byLevelIntro}</p>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.level}</th>
              <th scope="col" className="number">
                {t.pages}
              </th>
            </tr>
          </thead>
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
                    onClick={() => show(count.levelId ?? NONE)}
                  >
                    {countInWords(count)}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
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
            onChange={(event) => setChosen(event.currentTarget.value)}
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

function countInWords({ pages, isExact }: CountedLevel): string {
  if (pages > MAX_COUNTED) return t.more(MAX_COUNTED + 1);
  return isExact ? pages.toLocaleString() : t.atLeast(pages);
}
