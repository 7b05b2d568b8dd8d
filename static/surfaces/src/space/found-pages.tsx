import { useCallback } from 'react';
import { formatInstant } from '../../../admin/src/dates';
import type { SpaceOperations } from '../../../../src/surfaces/space/contract';
import { ask } from '../operations';
import { PageButton } from '../ui/page-button';
import { ListPart, usePartList } from './list-part';
import { spaceTexts as t } from './texts';

type Found = Extract<SpaceOperations['findInSpace']['result'], { readonly state: 'pages' }>;

/** The pages of one level. */
export function FoundPages({ levelId }: { readonly levelId: string }) {
  const read = useCallback(
    (cursor: string | undefined) => ask('findInSpace', { levelId, ...(cursor === undefined ? {} : { cursor }) }),
    [levelId],
  );
  const list = usePartList(read, (part) => (part.state === 'pages' ? (part satisfies Found).pages : []));
  // Pages without a level have no day.
  const hasDay = list.items.some(({ classifiedAt }) => classifiedAt !== undefined);
  return (
    <ListPart list={list} failed={t.findFailed} empty={t.findEmpty} emptyPart={t.findEmptyPart}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t.page}</th>
            {hasDay && <th scope="col">{t.classified}</th>}
          </tr>
        </thead>
        <tbody>
          {list.items.map(({ pageId, title, classifiedAt }) => (
            <tr key={pageId}>
              <td>
                <PageButton pageId={pageId} title={title} label={t.openPage} />
              </td>
              {hasDay && <td>{classifiedAt === undefined ? '–' : <Day at={classifiedAt} />}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </ListPart>
  );
}

export function Day({ at }: { readonly at: string }) {
  return <time dateTime={at}>{formatInstant(at)}</time>;
}
