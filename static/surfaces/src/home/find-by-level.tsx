import { type FormEvent, useCallback, useEffect, useId, useState } from 'react';
import { formatInstant } from '../../../admin/src/dates';
import { useLoad } from '../../../admin/src/use-load';
import type { SurfaceOperations } from '../../../../src/surfaces/contract';
import { ask, type Outcome } from '../operations';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { LevelOrNone } from '../ui/level-or-none';
import { PageLink } from '../ui/page-link';
import { Skeleton } from '../ui/skeleton';
import type { FrameAddress } from '../use-frame-address';
import { useMore } from '../use-more';
import type { HomeView } from './home-view';
import { SPACE_KEY, SpaceField } from './space-field';
import { homeTexts as t } from './texts';
import { Columns } from '../ui/columns';

type Question = SurfaceOperations['findByLevel']['input'];
type Found = SurfaceOperations['findByLevel']['result'];

const UNCLASSIFIED = 'unclassified';

interface FindByLevelProps {
  readonly levels: HomeView['allLevels'];
  readonly address: FrameAddress;
}

const NOTHING: Promise<Outcome<undefined>> = Promise.resolve({ ok: true, value: undefined });

/** The pages of a level that the person can view. The search is in the address. */
export function FindByLevel({ levels, address: { query, change } }: FindByLevelProps) {
  const first = levels[0]?.levelId ?? UNCLASSIFIED;
  const askedLevel = [...levels.map((level) => level.levelId), UNCLASSIFIED].find((one) => one === query['level']);
  const askedSpace = SPACE_KEY.test(query['space'] ?? '') ? query['space'] : undefined;
  const [levelId, setLevelId] = useState(askedLevel ?? first);
  const [spaceKey, setSpaceKey] = useState(askedSpace ?? '');
  const [isWrongKey, setIsWrongKey] = useState(false);
  const id = useId();
  const read = useCallback(
    async (): Promise<Outcome<Shown | undefined>> =>
      askedLevel === undefined ? NOTHING : search(questionOf(askedLevel, askedSpace)),
    [askedLevel, askedSpace],
  );
  const { load, reload, setValue } = useLoad(read);
  // The form follows the address, for example after Back.
  useEffect(() => {
    setLevelId(askedLevel ?? first);
    setSpaceKey(askedSpace ?? '');
  }, [askedLevel, askedSpace, first]);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const key = spaceKey.trim();
    const isWrong = key !== '' && !SPACE_KEY.test(key);
    setIsWrongKey(isWrong);
    if (isWrong) return;
    const space = key === '' ? undefined : key;
    if (levelId === askedLevel && space === askedSpace) void reload();
    else change({ level: levelId, space }, 'new');
  };
  const shown = load.state === 'ready' ? load.value : undefined;
  const isHidden = shown?.found.state === 'space-hidden';
  const keyError = isWrongKey ? t.wrongKey : isHidden ? t.noSpace : undefined;
  return (
    <div className="home-panel">
      <form className="home-bar" noValidate onSubmit={onSubmit}>
        <div className="field">
          <label htmlFor={`${id}-level`}>{t.findLevel}</label>
          <select
            id={`${id}-level`}
            className="input"
            value={levelId}
            onChange={(event) => setLevelId(event.currentTarget.value)}
          >
            {levels.map((level) => (
              <option key={level.levelId} value={level.levelId}>
                {level.name}
              </option>
            ))}
            <option value={UNCLASSIFIED}>{t.unclassified}</option>
          </select>
        </div>
        <SpaceField spaceKey={spaceKey} error={keyError} onChange={setSpaceKey} />
        <Button type="submit" appearance="primary" isBusy={askedLevel !== undefined && load.state === 'loading'}>
          {t.search}
        </Button>
      </form>
      <p className="note">{t.findIntro}</p>
      {load.state === 'loading' && askedLevel !== undefined && <Skeleton rows={5} />}
      {load.state === 'failed' && <Failure title={t.findFailed} error={load.error} onRetry={() => void reload()} />}
      {shown?.found.state === 'pages' && (
        <FoundPages question={shown.question} found={shown.found} onFound={(found) => setValue({ ...shown, found })} />
      )}
    </div>
  );
}

interface Shown {
  readonly question: Question;
  readonly found: Found;
}

function questionOf(levelId: string, spaceKey: string | undefined): Question {
  return { levelId, ...(spaceKey === undefined ? {} : { spaceKey }) };
}

async function search(question: Question): Promise<Outcome<Shown>> {
  const answer = await ask('findByLevel', question);
  return answer.ok ? { ok: true, value: { question, found: answer.value } } : answer;
}

function joined(before: Found, next: Found): Found {
  if (before.state !== 'pages' || next.state !== 'pages') return next;
  const known = new Set(before.pages.map(({ pageId }) => pageId));
  return { ...next, pages: [...before.pages, ...next.pages.filter(({ pageId }) => !known.has(pageId))] };
}

interface FoundPagesProps {
  readonly found: Extract<Found, { readonly state: 'pages' }>;
  readonly question: Question;
  readonly onFound: (found: Found) => void;
}

function FoundPages({ found, question, onFound }: FoundPagesProps) {
  const { pages, cursor } = found;
  const { loadMore, isLoading, error } = useMore(
    () => ask('findByLevel', { ...question, ...(cursor === undefined ? {} : { cursor }) }),
    (next) => onFound(joined(found, next)),
  );
  return (
    <>
      {pages.length > 0 && (
        <table className="home-table home-found">
          <caption className="visually-hidden">{t.find}</caption>
          <Columns names={[t.page, t.level, t.classified]} />
          <tbody>
            {pages.map(({ pageId, title, spaceName, level, classifiedAt }) => (
              <tr key={pageId}>
                <td>
                  <PageLink pageId={pageId} title={title} />
                  {spaceName !== undefined && <p className="home-space">{spaceName}</p>}
                </td>
                <td>
                  <LevelOrNone level={level} />
                </td>
                <td>
                  {classifiedAt !== undefined && <time dateTime={classifiedAt}>{formatInstant(classifiedAt)}</time>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div role="status">
        {pages.length > 0 ? (
          <p className="note">{t.shown(pages.length, cursor !== undefined)}</p>
        ) : cursor === undefined ? (
          <div className="home-empty">
            <h2>{t.none}</h2>
            <p>{t.noneBody}</p>
          </div>
        ) : (
          <p>{t.emptyPart}</p>
        )}
      </div>
      {error !== undefined && <Failure title={t.moreFailed} error={error} />}
      {cursor !== undefined && (
        <div>
          <Button isBusy={isLoading} onClick={() => void loadMore()}>
            {pages.length === 0 ? t.checkMore : t.more}
          </Button>
        </div>
      )}
    </>
  );
}
