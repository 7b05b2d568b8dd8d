import Button from '@atlaskit/button/new';
import { useCallback, useMemo } from 'react';
import type { ExposureList, ExposureRow, ExposureView } from '../../../../src/admin/pages/exposure';
import { OVER_REASONS, VERDICTS } from '../../../../src/exposure/audience';
import { causeInWords } from '../../../../src/exposure/words';
import { formatAgo, formatMoment } from '../dates';
import { SpaceField } from '../detections/space-field';
import { ask, type Outcome } from '../operations';
import { texts } from '../texts';
import { EmptyState } from '../ui/empty-state';
import { Failure } from '../ui/failure';
import { SelectField } from '../ui/form-fields';
import { LevelLozenge } from '../ui/level-lozenge';
import { Loaded } from '../ui/loaded';
import { Menu } from '../ui/menu';
import { PageLink } from '../ui/page-link';
import { useLoad } from '../use-load';
import { useLoadMore } from '../use-load-more';
import { type ExposureFilter, inputOf, isFiltered, NO_FILTER } from './filter';

interface PagesListProps {
  readonly view: ExposureView;
  readonly filter: ExposureFilter;
  readonly onFilter: (changes: Partial<ExposureFilter>) => void;
  readonly onRefresh: (pageId: string) => void;
  readonly onExcept: (page: ExposureRow) => void;
}

/** The pages by risk. Those with the same cause in their space are one group. */
export function PagesList({ view, filter, onFilter, ...on }: PagesListProps) {
  const { list: t } = texts.exposure;
  const input = useMemo(() => inputOf(filter), [JSON.stringify(filter)]);
  const read = useCallback(() => readFrom(input, undefined), [input]);
  const { load, reload, setValue } = useLoad(read);
  const { more, loadMore } = useLoadMore(read, setValue);
  return (
    <>
      <Filters view={view} filter={filter} onFilter={onFilter} />
      <Loaded load={load} failed={t.failed} onRetry={reload} rows={6}>
        {(list) => (
          <>
            {list.pages.length === 0 && list.cursor === undefined ? (
              <EmptyState title={t.none} body={t.noneBody}>
                {isFiltered(filter) && <Button onClick={() => onFilter(NO_FILTER)}>{t.clear}</Button>}
              </EmptyState>
            ) : (
              <Causes view={view} pages={list.pages} {...on} />
            )}
            {more.state === 'failed' && <Failure title={t.failed} error={more.error} onRetry={more.retry} />}
            {list.cursor !== undefined && (
              <Button isLoading={more.state === 'loading'} onClick={() => void loadMore(() => readFrom(input, list))}>
                {t.more}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

async function readFrom(
  filter: ReturnType<typeof inputOf>,
  before: ExposureList | undefined,
): Promise<Outcome<ExposureList>> {
  const from = before?.cursor === undefined ? {} : { cursor: before.cursor };
  const answer = await ask('listExposure', { filter, ...from });
  if (!answer.ok) return answer;
  return { ok: true, value: { ...answer.value, pages: [...(before?.pages ?? []), ...answer.value.pages] } };
}

function Filters({ view: { levels, spaces }, filter, onFilter }: Pick<PagesListProps, 'view' | 'filter' | 'onFilter'>) {
  const { list: t, level, verdicts } = texts.exposure;
  const names = new Map(spaces.map(({ spaceId: id, key, name }) => [id, { id, key, name }]));
  return (
    <div className="exposure-filters">
      <SelectField
        label={t.verdict}
        value={filter.verdict}
        options={VERDICTS.map((value) => ({ value, label: verdicts[value] }))}
        onChange={(verdict) => onFilter({ verdict })}
      />
      <SelectField
        label={level}
        value={filter.levelId}
        options={[
          { value: '', label: t.anyLevel },
          ...levels.map(({ levelId, name }) => ({ value: levelId, label: name })),
        ]}
        onChange={(levelId) => onFilter({ levelId })}
      />
      <SpaceField
        spaceId={filter.spaceId}
        names={{ spaces: names }}
        spaceIds={[...names.keys()]}
        onChange={(spaceId) => onFilter({ spaceId })}
      />
      {filter.verdict === 'over' && (
        <SelectField
          label={t.reason}
          value={filter.reason}
          options={[
            { value: '' as const, label: t.anyReason },
            ...OVER_REASONS.map((value) => ({ value, label: t.reasons[value] })),
          ]}
          onChange={(reason) => onFilter({ reason })}
        />
      )}
    </div>
  );
}

/** Pages with one cause. Only a space causes it for several pages. */
interface Cause {
  readonly key: string;
  readonly text: string;
  readonly space: string;
  readonly pages: readonly ExposureRow[];
}

export function causesOf(pages: readonly ExposureRow[], { spaces }: Pick<ExposureView, 'spaces'>): readonly Cause[] {
  const causes = new Map<string, Cause>();
  for (const page of pages) {
    const { pageId, spaceId, reason = '', isRestricted } = page;
    const space = spaces.find((one) => one.spaceId === spaceId);
    const key = isRestricted ? pageId : `${spaceId} ${reason}`;
    const text = causeInWords(page, space?.letsInAllUsers === true);
    const same = causes.get(key) ?? { key, text, space: space?.name ?? spaceId, pages: [] };
    causes.set(key, { ...same, pages: [...same.pages, page] });
  }
  return [...causes.values()];
}

type CausesProps = Pick<PagesListProps, 'view' | 'onRefresh' | 'onExcept'>;

function Causes({ view, pages, ...on }: CausesProps & { readonly pages: readonly ExposureRow[] }) {
  const { list: t } = texts.exposure;
  if (pages.length === 0) return <p role="status">{t.noneSoFar}</p>;
  return (
    <ul className="exposure-causes">
      {causesOf(pages, view).map(({ key, space, text, pages: caused }) => (
        <li key={key}>
          <h3>{t.cause(space, caused.length)}</h3>
          <p>{text}</p>
          <ul>
            {caused.map((page) => (
              <Page key={page.pageId} page={page} view={view} {...on} />
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

function Page({ page, view, onRefresh, onExcept }: CausesProps & { readonly page: ExposureRow }) {
  const { list: t } = texts.exposure;
  const { pageId, title, levelId, overSince, exception } = page;
  const level = view.levels.find((one) => one.levelId === levelId);
  return (
    <li className="exposure-page">
      <PageLink pageId={pageId} title={title} />
      {level !== undefined && <LevelLozenge name={level.name} color={level.color} />}
      {overSince !== undefined && <span className="note">{t.since(formatAgo(overSince))}</span>}
      {exception !== undefined && (
        <span className="note">{t.excepted(formatMoment(exception.until), exception.reason)}</span>
      )}
      <Menu
        label={t.actions(title)}
        items={[
          { label: t.refresh, onSelect: () => onRefresh(pageId) },
          ...(exception === undefined ? [{ label: t.except, onSelect: () => onExcept(page) }] : []),
        ]}
      />
    </li>
  );
}
