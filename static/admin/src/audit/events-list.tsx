import Button from '@atlaskit/button/new';
import { useEffect, useRef } from 'react';
import { formatSecond } from '../dates';
import { texts } from '../texts';
import { EmptyState } from '../ui/empty-state';
import { Failure } from '../ui/failure';
import { Message } from '../ui/message';
import { EventsTable } from './events-table';
import type { FilterDraft } from './filter';
import type { FoundEvents } from './use-events';
import type { LoadMore } from '../use-load-more';

interface EventsListProps {
  readonly found: FoundEvents;
  readonly more: LoadMore;
  readonly isFiltered: boolean;
  readonly onMore: () => void;
  readonly onOnly: (changes: Partial<FilterDraft>) => void;
  readonly onClear: () => void;
}

/** The loaded events, and a button to load more. */
export function EventsList({ found, more, isFiltered, onMore, onOnly, onClear }: EventsListProps) {
  const { entries, unreadable, names, cursor, searchedBackTo = '' } = found;
  const list = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLParagraphElement>(null);
  /** The number of events before loading more. The first new event gets the focus. */
  const asked = useRef<number>();

  useEffect(() => {
    const before = asked.current;
    asked.current = undefined;
    if (before === undefined) return;
    const rows = list.current?.querySelectorAll<HTMLElement>('.audit-row button') ?? [];
    if (before < entries.length) rows[before]?.focus();
    // The button that had the focus no longer exists.
    else if (cursor === undefined) end.current?.focus();
  }, [found]);

  const requestMore = () => {
    asked.current = entries.length;
    onMore();
  };

  const isAtEnd = cursor === undefined;
  return (
    <div ref={list}>
      {unreadable > 0 && (
        <Message kind="warning" title={texts.audit.unreadable(unreadable)}>
          <p>{texts.audit.unreadableBody}</p>
        </Message>
      )}
      {names.isIncomplete && <Message kind="warning" title={texts.audit.namesMissing} />}
      {entries.length > 0 && <EventsTable entries={entries} names={names} onOnly={onOnly} />}
      {entries.length === 0 && isAtEnd && isFiltered && (
        <EmptyState title={texts.audit.noMatch} body={texts.audit.noMatchBody}>
          <Button onClick={onClear}>{texts.audit.clear}</Button>
        </EmptyState>
      )}
      {entries.length === 0 && isAtEnd && !isFiltered && (
        <EmptyState title={texts.audit.none} body={texts.audit.noneBody} />
      )}
      {more.state === 'failed' && <Failure title={texts.audit.moreFailed} error={more.error} />}
      <div className="pager">
        {!isAtEnd && (
          <>
            <span role="status">
              {entries.length === 0
                ? texts.audit.nothingYet(formatSecond(searchedBackTo))
                : texts.audit.searched(formatSecond(searchedBackTo))}
            </span>
            <Button isLoading={more.state === 'loading'} onClick={requestMore}>
              {buttonText(more, entries.length)}
            </Button>
          </>
        )}
        {isAtEnd && entries.length > 0 && (
          <p ref={end} tabIndex={-1}>
            {texts.audit.end}
          </p>
        )}
      </div>
    </div>
  );
}

function buttonText(more: LoadMore, shown: number): string {
  if (more.state === 'failed') return texts.retry;
  return shown === 0 ? texts.audit.continue : texts.audit.more;
}
