import Button from '@atlaskit/button/new';
import { type ReactNode, useState } from 'react';
import { EmptyState } from './empty-state';
import { Pager } from './pager';
import { TextInput } from './text-input';

/** Which entries of a long list are shown: those that match, page by page. */
export function useBrowsing<Selection extends { readonly text: string }>(everything: Selection) {
  const [selection, setSelection] = useState(everything);
  const [page, setPage] = useState(0);
  const select = (change: Partial<Selection>) => {
    setSelection({ ...selection, ...change });
    setPage(0);
  };
  return {
    selection,
    select,
    setText: (text: string) => select({ ...selection, text }),
    clear: () => select(everything),
    page,
    setPage,
  };
}

interface BrowserProps<T> {
  readonly words: {
    readonly search: string;
    readonly searchHint: string;
    readonly noMatch: string;
    readonly noMatchBody: string;
    readonly clear: string;
  };
  readonly browsing: Pick<
    ReturnType<typeof useBrowsing<{ readonly text: string }>>,
    'selection' | 'setText' | 'clear' | 'page' | 'setPage'
  >;
  /** Beside the search. */
  readonly filters: ReactNode;
  readonly matching: readonly T[];
  /** How many are on a page. */
  readonly size?: number;
  /** The table of those that are on the page. */
  readonly children: (shown: readonly T[]) => ReactNode;
}

/** Search, filters, the table and its pages. */
export function Browser<T>({ words, browsing, filters, matching, size = 25, children }: BrowserProps<T>) {
  const { selection, setText, clear, page, setPage } = browsing;
  const pages = Math.max(1, Math.ceil(matching.length / size));
  const from = Math.min(page, pages - 1) * size;
  return (
    <>
      <search className="toolbar">
        <div className="toolbar-search">
          <TextInput
            type="search"
            aria-label={words.search}
            placeholder={words.searchHint}
            value={selection.text}
            onChange={setText}
          />
        </div>
        {filters}
      </search>
      {matching.length === 0 ? (
        <EmptyState title={words.noMatch} body={words.noMatchBody}>
          <Button onClick={clear}>{words.clear}</Button>
        </EmptyState>
      ) : (
        children(matching.slice(from, from + size))
      )}
      <Pager from={from} size={size} total={matching.length} onPage={setPage} />
    </>
  );
}
