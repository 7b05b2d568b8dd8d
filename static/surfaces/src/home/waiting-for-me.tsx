import { useCallback, useId, useMemo, useRef, useState } from 'react';
import type { Need } from '../../../../src/findings/lists/my-pages';
import type { MyPage } from '../../../../src/surfaces/home/contract';
import { JobProgress } from '../below/job-progress';
import { JobResult } from '../below/job-result';
import { hasEnded, titleOf, useJob } from '../below/use-job';
import { useLoad } from '../../../admin/src/use-load';
import { ask } from '../operations';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { Skeleton } from '../ui/skeleton';
import type { FrameAddress } from '../use-frame-address';
import { useMore } from '../use-more';
import type { HomeView } from './home-view';
import { PausedRemovals } from './paused-removals';
import { Proposals } from './proposals';
import { PageTable } from './page-table';
import { SetForm } from './set-form';
import { homeTexts as t } from './texts';

const NEEDS: readonly Need[] = ['no-level', 'findings', 'higher-level'];

const noPage = () => undefined;

/** The person's own pages that need something, and the job that sets their levels. */
export function WaitingForMe({ home, address }: { readonly home: HomeView; readonly address: FrameAddress }) {
  const need = NEEDS.find((one) => one === address.query['need']);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const read = useCallback(() => ask('listMyPages', need === undefined ? {} : { need }), [need]);
  const { load, reload, refresh, setValue } = useLoad(read);
  const onChanged = useCallback(() => void refresh(), [refresh]);
  const { job, failure, isSending, send, restart } = useJob(home.job, { onNoPage: noPage, onChanged });
  const id = useId();
  const isRunning = job !== undefined && !hasEnded(job);

  const choose = (value: string) => {
    setSelected(new Set());
    address.change({ need: value === '' ? undefined : value }, 'same');
  };
  return (
    <div className="home-panel">
      <PausedRemovals />
      <Proposals onChanged={onChanged} />
      {failure !== undefined && <Failure {...failure} />}
      {job !== undefined && (
        <section className="home-job below" aria-label={titleOf(job)}>
          <h2>{titleOf(job)}</h2>
          {isRunning ? (
            <JobProgress job={job} continues={t.continues} isSending={isSending} send={send} />
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
      <div className="home-bar">
        <div className="field">
          <label htmlFor={id}>{t.need}</label>
          <select id={id} className="input" value={need ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
            <option value="">{t.anyNeed}</option>
            {NEEDS.map((one) => (
              <option key={one} value={one}>
                {t.needs[one]}
              </option>
            ))}
          </select>
        </div>
        <Button onClick={() => void reload()}>{t.refresh}</Button>
      </div>
      <p className="note">{t.intro}</p>
      {load.state === 'loading' && <Skeleton rows={5} />}
      {load.state === 'failed' && <Failure title={t.failed} error={load.error} onRetry={() => void reload()} />}
      {load.state === 'ready' && (
        <Pages
          list={load.value}
          {...{ home, need, selected, setSelected, isSending }}
          isBlocked={isRunning}
          onList={setValue}
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

interface MyPageList {
  readonly pages: readonly MyPage[];
  readonly cursor?: string;
}

interface PagesProps {
  readonly list: MyPageList;
  readonly home: HomeView;
  readonly need: Need | undefined;
  readonly selected: ReadonlySet<string>;
  readonly setSelected: (selected: ReadonlySet<string>) => void;
  readonly isSending: boolean;
  /** True while a job runs. */
  readonly isBlocked: boolean;
  readonly onList: (list: MyPageList) => void;
  readonly onSet: Parameters<typeof SetForm>[0]['onSet'];
}

function Pages({ list, home, need, selected, setSelected, isSending, isBlocked, onList, onSet }: PagesProps) {
  const { pages, cursor } = list;
  const { loadMore, isLoading, error } = useMore(
    () => ask('listMyPages', { ...(need === undefined ? {} : { need }), ...(cursor === undefined ? {} : { cursor }) }),
    (next) => onList(withMore(pages, next)),
  );
  const chosen = useMemo(() => pages.filter(({ pageId }) => selected.has(pageId)), [pages, selected]);
  const form = useRef<HTMLDivElement>(null);
  const isSelecting = !isBlocked && chosen.length > 0;
  return (
    <div className="home-pages">
      {pages.length > 0 ? (
        <PageTable pages={pages} selected={selected} onSelect={setSelected} />
      ) : cursor === undefined ? (
        <div className="home-empty" role="status">
          <h2>{need === undefined ? t.empty : t.emptyNeed}</h2>
          {need === undefined && <p>{t.emptyBody}</p>}
        </div>
      ) : (
        <p role="status">{t.emptyPart}</p>
      )}
      {pages.length > 0 && (
        <p className="note" role="status">
          {t.shown(pages.length, cursor !== undefined)}
        </p>
      )}
      {error !== undefined && <Failure title={t.moreFailed} error={error} onRetry={() => void loadMore()} />}
      {error === undefined && cursor !== undefined && (
        <div>
          <Button isBusy={isLoading} onClick={() => void loadMore()}>
            {pages.length === 0 ? t.checkMore : t.more}
          </Button>
        </div>
      )}
      {pages.length > 0 && !isBlocked && chosen.length === 0 && <p className="note">{t.selectHint}</p>}
      {isSelecting && (
        <div className="home-selection" role="group" aria-label={t.selection}>
          <p>{t.selected(chosen.length)}</p>
          <Button onClick={() => goTo(form.current)}>{t.goToForm}</Button>
        </div>
      )}
      {isSelecting && (
        <div ref={form}>
          <SetForm
            home={home}
            pages={chosen}
            isSending={isSending}
            onSet={onSet}
            onClear={() => setSelected(new Set())}
          />
        </div>
      )}
    </div>
  );
}

/** Shows the form, and moves the focus to its first field. */
function goTo(form: HTMLElement | null): void {
  form?.scrollIntoView({ block: 'nearest' });
  form?.querySelector('select')?.focus({ preventScroll: true });
}

/** A page that was created in the meantime shifts the list, so a page may be in two parts. */
function withMore(pages: readonly MyPage[], next: MyPageList): MyPageList {
  const known = new Set(pages.map(({ pageId }) => pageId));
  return { ...next, pages: [...pages, ...next.pages.filter(({ pageId }) => !known.has(pageId))] };
}
