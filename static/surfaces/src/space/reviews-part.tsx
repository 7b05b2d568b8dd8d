import { useCallback, useState } from 'react';
import { ask } from '../operations';
import { AnswerButtons } from '../reviews/answer-buttons';
import { reviewTexts as t } from '../reviews/texts';
import { Columns } from '../ui/columns';
import { LevelOrNone } from '../ui/level-or-none';
import { PageButton } from '../ui/page-button';
import { Day } from './found-pages';
import { ListPart, usePartList } from './list-part';
import { spaceTexts } from './texts';

/** The pages of the space whose review is due, for its admins. */
export function ReviewsPart() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [answered, setAnswered] = useState<ReadonlySet<string>>(new Set());
  const read = useCallback(
    (cursor: string | undefined) => ask('listSpaceReviews', cursor === undefined ? {} : { cursor }),
    [],
  );
  const list = usePartList(read, (part) => (part.state === 'reviews' ? part.pages : []));
  const open = list.items.filter(({ pageId }) => !answered.has(pageId));
  const toggle = (pageId: string) => {
    const next = new Set(selected);
    if (!next.delete(pageId)) next.add(pageId);
    setSelected(next);
  };
  return (
    <section aria-labelledby="reviews">
      <h2 id="reviews">{t.title}</h2>
      <p className="note">{t.intro}</p>
      <ListPart list={{ ...list, items: open }} failed={t.listFailed} empty={t.empty} emptyPart={t.emptyPart}>
        <table className="cards">
          <Columns names={[t.selectColumn, spaceTexts.page, spaceTexts.level, t.since, t.asked]} />
          <tbody>
            {open.map(({ pageId, title, level, since, reviewers, campaign }) => (
              <tr key={pageId}>
                <td>
                  <input
                    type="checkbox"
                    aria-label={t.select(title)}
                    checked={selected.has(pageId)}
                    onChange={() => toggle(pageId)}
                  />
                </td>
                <td>
                  <PageButton pageId={pageId} title={title} label={spaceTexts.openPage} />
                </td>
                <td>
                  <LevelOrNone level={level} />
                </td>
                <td>
                  <Day at={since} />
                </td>
                <td>
                  {t.reviewers[reviewers]}
                  {campaign !== undefined && <span className="note">, {t.campaign(campaign)}</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ListPart>
      {list.items.length > 0 && (
        <AnswerButtons
          pages={open.filter(({ pageId }) => selected.has(pageId))}
          answers={['still-right']}
          onAnswered={(pageIds) => {
            setAnswered(new Set([...answered, ...pageIds]));
            setSelected(new Set());
          }}
        />
      )}
    </section>
  );
}
