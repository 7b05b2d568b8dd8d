import Button from '@atlaskit/button/new';
import { useCallback, useMemo } from 'react';
import type { PagesByLevel } from '../../../../src/admin/pages/pages-by-level';
import { formatMoment } from '../dates';
import { ask, type Outcome } from '../operations';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { Loaded } from '../ui/loaded';
import { PageHeader } from '../ui/page-header';
import { PageLink } from '../ui/page-link';
import { Table } from '../ui/table';
import { useAddressState } from '../use-address-state';
import { useLoad } from '../use-load';
import { useLoadMore } from '../use-load-more';
import { FILTER, NO_LEVEL, type PagesFilter } from './filter';

/** The pages that the admin can view. */
export default function PagesPage() {
  const { pagesDialog: t } = texts.overview;
  const [filter] = useAddressState(FILTER);
  const key = JSON.stringify(filter);
  const shown = useMemo(() => filter, [key]);
  const read = useCallback((cursor?: string) => readPages(shown, cursor), [shown]);
  const { load, reload, setValue } = useLoad(useCallback(() => read(), [read]));
  const { more, loadMore } = useLoadMore(read, setValue);
  const addMore = (list: PagesByLevel) =>
    void loadMore(async () => {
      const answer = await read(list.cursor);
      if (!answer.ok) return answer;
      return { ok: true, value: { ...answer.value, pages: [...list.pages, ...answer.value.pages] } };
    });
  return (
    <>
      <PageHeader title={texts.navigation.pages.pages} intro={t.intro} />
      <Loaded load={load} failed={t.failed} onRetry={reload}>
        {(list) => (
          <>
            {list.pages.length === 0 ? (
              <p role="status">{list.cursor === undefined ? t.none : t.noneSoFar}</p>
            ) : (
              <Table caption={t.caption} headings={[t.columns.page, t.columns.classified]}>
                {list.pages.map(({ pageId, title, classifiedAt }) => (
                  <tr key={pageId}>
                    <th scope="row" data-label={t.columns.page}>
                      <PageLink pageId={pageId} title={title} />
                    </th>
                    <td data-label={t.columns.classified}>
                      {classifiedAt === undefined ? t.never : formatMoment(classifiedAt)}
                    </td>
                  </tr>
                ))}
              </Table>
            )}
            {more.state === 'failed' && <Failure title={t.failed} error={more.error} onRetry={more.retry} />}
            {list.cursor !== undefined && (
              <Button isLoading={more.state === 'loading'} onClick={() => addMore(list)}>
                {t.more}
              </Button>
            )}
          </>
        )}
      </Loaded>
    </>
  );
}

function readPages(filter: PagesFilter, cursor?: string): Promise<Outcome<PagesByLevel>> {
  const { below, forbidden, level, spaceId } = filter;
  return ask('listPagesByLevel', {
    levelId: below ? 'below-required' : forbidden ? 'forbidden-native' : level === '' ? NO_LEVEL : level,
    ...(spaceId === '' ? {} : { spaceId }),
    ...(cursor === undefined ? {} : { cursor }),
  });
}
