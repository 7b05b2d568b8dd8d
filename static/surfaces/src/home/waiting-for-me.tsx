import { type FormEvent, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import type { Need } from '../../../../src/findings/lists/my-pages';
import type { MyPage } from '../../../../src/surfaces/home/contract';
import type { SurfaceOperations } from '../../../../src/surfaces/contract';
import { JobProgress } from '../below/job-progress';
import { JobResult } from '../below/job-result';
import { hasEnded, titleOf, useJob } from '../below/use-job';
import { useLoad } from '../../../admin/src/use-load';
import { ask, type OperationError } from '../operations';
import { AnswerButtons } from '../reviews/answer-buttons';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { Skeleton } from '../ui/skeleton';
import type { FrameAddress } from '../use-frame-address';
import { useMore } from '../use-more';
import type { HomeView } from './home-view';
import { loadAll, type MyPageList, withMore } from './load-all';
import { PausedRemovals } from './paused-removals';
import { Proposals } from './proposals';
import { PageTable } from './page-table';
import { SetForm } from './set-form';
import { SPACE_KEY, SpaceField } from './space-field';
import { homeTexts as t } from './texts';

const NEEDS: readonly Need[] = ['no-level', 'findings', 'higher-level', 'exposure', 'review'];

/** Larger parts cost fewer points of the person for each page. */
const PAGES_OF_A_PART = 100;

const noPage = () => undefined;

/** The person's own pages that need something, and the job that sets their levels. The filter is in the address. */
export function WaitingForMe({ home, address }: { readonly home: HomeView; readonly address: FrameAddress }) {
  const need = NEEDS.find((one) => one === address.query['need']);
  const spaceKey = SPACE_KEY.test(address.query['in'] ?? '') ? address.query['in'] : undefined;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const filter = useMemo(
    () => ({ ...(need === undefined ? {} : { need }), ...(spaceKey === undefined ? {} : { spaceKey }) }),
    [need, spaceKey],
  );
  const read = useCallback(() => ask('listMyPages', filter), [filter]);
  const { load, reload, refresh, setValue } = useLoad(read);
  const onChanged = useCallback(() => void refresh(), [refresh]);
  const { job, failure, isSending, send, restart } = useJob(home.job, { onNoPage: noPage, onChanged });
  const isRunning = job !== undefined && !hasEnded(job);
  const show = (changes: { readonly need?: string | undefined; readonly in?: string | undefined }) => {
    setSelected(new Set());
    address.change(changes, 'same');
  };
  return (
    <div className="home-panel">
      <PausedRemovals />
      <Proposals onChanged={onChanged} />
      {failure !== undefined && <Failure {...failure} />}
      {job !== undefined && (
        <section className="home-job below" aria-label={titleOf(job)}>
          {isRunning ? (
            <>
              <h2>{titleOf(job)}</h2>
              <JobProgress job={job} continues={t.continues} isSending={isSending} send={send} />
            </>
          ) : (
            <JobResult
              key={job.jobId}
              job={job}
              isDialog={false}
              isSending={isSending}
              send={send}
              onRestart={restart}
            />
          )}
        </section>
      )}
      <Filter
        key={spaceKey ?? ''}
        need={need}
        spaceKey={spaceKey}
        isSpaceHidden={load.state === 'ready' && load.value.isSpaceHidden === true}
        onShow={show}
        onRefresh={() => void reload()}
      />
      <p className="note">{t.intro}</p>
      {load.state === 'loading' && <Skeleton rows={5} />}
      {load.state === 'failed' && <Failure title={t.failed} error={load.error} onRetry={() => void reload()} />}
      {load.state === 'ready' && (
        <Pages
          list={load.value}
          {...{ home, filter, selected, setSelected, isSending }}
          isBlocked={isRunning}
          onList={setValue}
          onShowAll={() => show({ need: undefined, in: undefined })}
          onSet={(payload) =>
            send(async () => {
              const answer = await ask('setLevels', payload);
              // After an error, the person can try again with the same pages.
              if (answer.ok) setSelected(new Set());
              return answer;
            })
          }
        />
      )}
    </div>
  );
}

interface FilterProps {
  readonly need: Need | undefined;
  readonly spaceKey: string | undefined;
  readonly isSpaceHidden: boolean;
  readonly onShow: (changes: { readonly need?: string | undefined; readonly in?: string | undefined }) => void;
  readonly onRefresh: () => void;
}

function Filter({ need, spaceKey, isSpaceHidden, onShow, onRefresh }: FilterProps) {
  const [key, setKey] = useState(spaceKey ?? '');
  const [isWrong, setIsWrong] = useState(false);
  const id = useId();
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = key.trim();
    setIsWrong(wanted !== '' && !SPACE_KEY.test(wanted));
    if (wanted === (spaceKey ?? '')) onRefresh();
    else if (wanted === '' || SPACE_KEY.test(wanted)) onShow({ in: wanted === '' ? undefined : wanted });
  };
  return (
    <form className="home-bar" noValidate onSubmit={onSubmit}>
      <div className="field">
        <label htmlFor={id}>{t.need}</label>
        <select
          id={id}
          className="input"
          value={need ?? ''}
          onChange={({ currentTarget: { value } }) => onShow({ need: value === '' ? undefined : value })}
        >
          <option value="">{t.anyNeed}</option>
          {NEEDS.map((one) => (
            <option key={one} value={one}>
              {t.needs[one]}
            </option>
          ))}
        </select>
      </div>
      <SpaceField
        spaceKey={key}
        error={isWrong ? t.wrongKey : isSpaceHidden ? t.noSpace : undefined}
        onChange={setKey}
      />
      <Button type="submit">{t.refresh}</Button>
    </form>
  );
}

interface PagesProps {
  readonly list: MyPageList;
  readonly home: HomeView;
  readonly filter: SurfaceOperations['listMyPages']['input'];
  readonly selected: ReadonlySet<string>;
  readonly setSelected: (selected: ReadonlySet<string>) => void;
  readonly isSending: boolean;
  /** True while a job runs. */
  readonly isBlocked: boolean;
  readonly onList: (list: MyPageList) => void;
  readonly onShowAll: () => void;
  readonly onSet: Parameters<typeof SetForm>[0]['onSet'];
}

function Pages(props: PagesProps) {
  const { list, home, filter, selected, setSelected, isSending, isBlocked, onList, onShowAll, onSet } = props;
  const { pages, cursor } = list;
  const { loadMore, isLoading, error, all } = useParts(list, { home, filter, onList, setSelected });
  const chosen = useMemo(() => pages.filter(({ pageId }) => selected.has(pageId)), [pages, selected]);
  const toReview = chosen.filter(({ review }) => review !== undefined);
  if (pages.length === 0 && cursor === undefined)
    return list.isSpaceHidden === true ? null : <Empty hasFilter={Object.keys(filter).length > 0} {...{ onShowAll }} />;
  return (
    <div className="home-pages">
      {!isBlocked && chosen.length > 0 && (
        <SetForm
          home={home}
          pages={chosen}
          isSending={isSending}
          onSet={onSet}
          onClear={() => setSelected(new Set())}
        />
      )}
      {!isBlocked && toReview.length > 0 && (
        <section>
          <p className="note">{t.reviewHint}</p>
          <AnswerButtons
            pages={toReview}
            answers={['still-right', 'not-mine']}
            onAnswered={(answered) => {
              setSelected(new Set());
              onList({ ...list, pages: pages.flatMap((page) => afterReview(page, answered)) });
            }}
          />
        </section>
      )}
      {pages.length > 0 && !isBlocked && chosen.length === 0 && <p className="note">{t.selectHint}</p>}
      {pages.length > 0 && (
        <div className="home-list" role="region" aria-label={t.waiting} tabIndex={0}>
          <PageTable pages={pages} selected={selected} onSelect={setSelected} />
        </div>
      )}
      <p className="note" role="status">
        {pages.length === 0 ? t.emptyPart : t.shown(pages.length, cursor !== undefined)}
      </p>
      {pages.some(({ needs }) => needs.includes('exposure')) && <p className="note">{t.notMeasured}</p>}
      {error !== undefined && <Failure title={t.moreFailed} error={error} onRetry={loadMore} />}
      <div className="buttons">
        {error === undefined && cursor !== undefined && !all.isRunning && (
          <Button isBusy={isLoading} onClick={loadMore}>
            {pages.length === 0 ? t.checkMore : t.more}
          </Button>
        )}
        {cursor !== undefined && pages.length < home.maxPages && !all.isRunning && (
          <Button appearance="subtle" isBusy={isLoading} onClick={all.start}>
            {t.loadAll(home.maxPages)}
          </Button>
        )}
        {all.isRunning && <Button onClick={all.stop}>{t.stop}</Button>}
      </div>
    </div>
  );
}

/** A page that waits for another reason stays. */
function afterReview({ review, ...page }: MyPage, answered: readonly string[]): readonly MyPage[] {
  if (review === undefined) return [page];
  if (!answered.includes(page.pageId)) return [{ ...page, review }];
  const needs = page.needs.filter((need) => need !== 'review');
  return needs.length === 0 ? [] : [{ ...page, needs }];
}

function Empty({ hasFilter, onShowAll }: { readonly hasFilter: boolean; readonly onShowAll: () => void }) {
  return (
    <div className="home-empty">
      <div role="status">
        <h2>{hasFilter ? t.emptyFilter : t.empty}</h2>
        {!hasFilter && <p>{t.emptyBody}</p>}
      </div>
      {hasFilter && (
        <div>
          <Button onClick={onShowAll}>{t.showAll}</Button>
        </div>
      )}
    </div>
  );
}

/** The next part of the list, or all parts, whose pages are then selected. */
function useParts(
  list: MyPageList,
  { home, filter, onList, setSelected }: Pick<PagesProps, 'home' | 'filter' | 'onList' | 'setSelected'>,
) {
  const [isRunning, setIsRunning] = useState(false);
  const [allError, setAllError] = useState<OperationError>();
  const isStopped = useRef(false);
  const { cursor } = list;
  const read = (from: string | undefined) =>
    ask('listMyPages', from === undefined ? filter : { ...filter, cursor: from });
  const part = useMore(
    () => read(cursor),
    (next) => onList(withMore(list, next)),
  );
  useEffect(() => {
    isStopped.current = false;
    return () => {
      isStopped.current = true;
    };
  }, [filter]);
  const start = async () => {
    setIsRunning(true);
    setAllError(undefined);
    isStopped.current = false;
    const onPart = (loaded: MyPageList) => {
      if (!isStopped.current) onList(loaded);
    };
    const readMany = (from: string) => ask('listMyPages', { ...filter, cursor: from, limit: PAGES_OF_A_PART });
    const done = await loadAll(list, {
      ...{ max: home.maxPages, read: readMany, onPart, isStopped: () => isStopped.current },
    });
    setIsRunning(false);
    setAllError(done.error);
    setSelected(new Set(done.list.pages.slice(0, home.maxPages).map(({ pageId }) => pageId)));
  };
  return {
    isLoading: part.isLoading,
    error: part.error ?? allError,
    loadMore: () => {
      setAllError(undefined);
      void part.loadMore();
    },
    all: {
      isRunning,
      start: () => void start(),
      stop: () => {
        isStopped.current = true;
      },
    },
  };
}
