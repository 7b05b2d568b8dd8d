import Button from '@atlaskit/button/new';
import { useCallback, useState } from 'react';
import type { Overview } from '../../../../src/admin/site/overview';
import type { PagesByLevel } from '../../../../src/admin/pages/pages-by-level';
import { formatMoment } from '../dates';
import { ask, type Outcome } from '../operations';
import { texts } from '../texts';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { Loaded } from '../ui/loaded';
import { PageLink } from '../ui/page-link';
import { Table } from '../ui/table';
import { useLoad } from '../use-load';
import { useLoadMore } from '../use-load-more';
import { BELOW_REQUIRED, levelParts } from './numbers';
import { RaiseDialog } from './raise-dialog';

interface PagesDialogProps {
  readonly overview: Overview;
  /** The ID of a level, `none`, `below-required` or `forbidden-native`. */
  readonly levelId: string;
  readonly spaceId: string | undefined;
  readonly onClose: () => void;
}

/**
 * The pages behind a number, as far as the admin can view them. They have a level, are below their required level, or
 * have a forbidden level.
 */
export function PagesDialog({ overview, levelId, spaceId, onClose }: PagesDialogProps) {
  const { pagesDialog: t } = texts.overview;
  const read = useCallback((cursor?: string) => readPages(levelId, spaceId, cursor), [levelId, spaceId]);
  const { load, reload, setValue } = useLoad(useCallback(() => read(), [read]));
  const { more, loadMore } = useLoadMore(read, setValue);
  const nameOf = (id: string) => overview.spaces.find((space) => space.spaceId === id)?.name ?? id;
  const levelNameOf = (id: string) => levelParts(overview, overview.site).find(({ key }) => key === id)?.name ?? id;
  const isBelow = levelId === BELOW_REQUIRED;
  const named = new Map(Object.entries(t.lists)).get(levelId);
  const [isRaising, setIsRaising] = useState(false);
  const { columns } = t;
  const headings = [columns.page, columns.space, ...(isBelow ? [columns.required] : []), columns.classified];
  if (isRaising) return <RaiseDialog count={overview.site.belowRequired} onClose={onClose} />;
  return (
    <Dialog
      title={t.title(named?.name ?? levelNameOf(levelId), spaceId === undefined ? undefined : nameOf(spaceId))}
      onClose={onClose}
      footer={
        <>
          {isBelow && <Button onClick={() => setIsRaising(true)}>{t.raise}</Button>}
          <Button onClick={onClose}>{texts.close}</Button>
        </>
      }
    >
      <p className="subtle">{named?.intro ?? t.intro}</p>
      <Loaded load={load} failed={t.failed} onRetry={reload} rows={4}>
        {(list) => (
          <>
            {list.pages.length === 0 ? (
              <p role="status">{list.cursor === undefined ? t.none : t.noneSoFar}</p>
            ) : (
              <Table caption={t.caption} headings={headings}>
                {list.pages.map(({ pageId, title, spaceId: of, classifiedAt, requiredLevelId }) => (
                  <tr key={pageId}>
                    <th scope="row" data-label={columns.page}>
                      <PageLink pageId={pageId} title={title} />
                    </th>
                    <td data-label={columns.space}>{nameOf(of)}</td>
                    {requiredLevelId !== undefined && (
                      <td data-label={columns.required}>{levelNameOf(requiredLevelId)}</td>
                    )}
                    <td data-label={columns.classified}>
                      {classifiedAt === undefined ? t.never : formatMoment(classifiedAt)}
                    </td>
                  </tr>
                ))}
              </Table>
            )}
            {more.state === 'failed' && <Failure title={t.failed} error={more.error} />}
            {list.cursor !== undefined && (
              <p className="spaces-more">
                <Button
                  isLoading={more.state === 'loading'}
                  onClick={() =>
                    void loadMore(async () => {
                      const answer = await read(list.cursor);
                      if (!answer.ok) return answer;
                      return { ok: true, value: { ...answer.value, pages: [...list.pages, ...answer.value.pages] } };
                    })
                  }
                >
                  {t.more}
                </Button>
              </p>
            )}
          </>
        )}
      </Loaded>
    </Dialog>
  );
}

function readPages(levelId: string, spaceId?: string, cursor?: string): Promise<Outcome<PagesByLevel>> {
  return ask('listPagesByLevel', {
    levelId,
    ...(spaceId === undefined ? {} : { spaceId }),
    ...(cursor === undefined ? {} : { cursor }),
  });
}
