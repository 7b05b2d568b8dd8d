import type { NativeLevelsView } from '../../../../src/admin/levels/native-levels';
import { formatInstant } from '../dates';
import { texts } from '../texts';
import { Fact } from '../ui/fact';
import { Message } from '../ui/message';
import { PageLink } from '../ui/page-link';
import { usePageTitles } from '../use-page-titles';

/** The running and the last comparison of pages with a linked level. */
export function ShownComparison({ view: { running, last, follows } }: { readonly view: NativeLevelsView }) {
  const { nativeLevels: t } = texts;
  if (!follows && last === undefined) return null;
  const shown = last ?? running;
  return (
    <>
      {running !== undefined && (
        <div role="status">
          <Message
            kind={running.isLost ? 'warning' : 'information'}
            title={t.running(formatInstant(running.startedAt))}
          >
            <p>
              {running.isLost
                ? t.lostRun
                : running.left > 0
                  ? t.soFar(sum(running.counts))
                  : t.tomorrow(sum(running.counts))}
            </p>
          </Message>
        </div>
      )}
      {shown === undefined ? (
        <p>{t.never}</p>
      ) : (
        <dl className="facts">
          {last !== undefined && <Fact label={t.last}>{formatInstant(last.finishedAt)}</Fact>}
          {t.states
            .filter(({ state }) => (shown.counts[state] ?? 0) > 0)
            .map(({ state, label, body }) => (
              <Fact key={state} label={label}>
                {t.pages(shown.counts[state] ?? 0)}
                <p className="section-text subtle">{body}</p>
                <Pages
                  pageIds={shown.differing.filter((one) => one.state === state).map(({ pageId }) => pageId)}
                  label={label}
                />
              </Fact>
            ))}
        </dl>
      )}
    </>
  );
}

function sum(counts: Readonly<Partial<Record<string, number>>>): number {
  return Object.values(counts).reduce<number>((total, count = 0) => total + count, 0);
}

interface PagesProps {
  readonly pageIds: readonly string[];
  readonly label: string;
}

/** The pages with the titles that the user can view. */
function Pages({ pageIds, label }: PagesProps) {
  const titles = usePageTitles(pageIds);
  if (pageIds.length === 0) return null;
  return (
    <ul className="plain-list" aria-label={label}>
      {pageIds.map((pageId) => (
        <li key={pageId}>
          <PageLink pageId={pageId} title={titles.get(pageId) ?? ''} />
        </li>
      ))}
    </ul>
  );
}
