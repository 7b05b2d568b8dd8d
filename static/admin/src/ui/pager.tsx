import Button from '@atlaskit/button/new';
import { useEffect, useRef } from 'react';
import { focusIfLost } from '../focus-if-lost';
import { texts } from '../texts';

interface PagerProps {
  /** The index of the first entry on the page. */
  readonly from: number;
  readonly size: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** The buttons for the previous and next page of a table. */
export function Pager({ from, size, total, onPage }: PagerProps) {
  const buttons = useRef<HTMLElement>(null);
  const hasTurned = useRef(false);
  useEffect(() => {
    if (hasTurned.current) focusIfLost(buttons.current?.querySelector<HTMLElement>('button:enabled'));
    hasTurned.current = false;
  }, [from]);
  if (total === 0) return null;
  const page = from / size;
  const to = Math.min(from + size, total);
  const turn = (wanted: number) => {
    hasTurned.current = true;
    onPage(wanted);
  };
  return (
    <nav ref={buttons} className="pager" aria-label={texts.tablePages}>
      <span role="status">{texts.shown(from + 1, to, total)}</span>
      {total > size && (
        <>
          <Button isDisabled={page === 0} onClick={() => turn(page - 1)}>
            {texts.previousPage}
          </Button>
          <Button isDisabled={to === total} onClick={() => turn(page + 1)}>
            {texts.nextPage}
          </Button>
        </>
      )}
    </nav>
  );
}
