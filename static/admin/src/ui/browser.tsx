import Button from '@atlaskit/button/new';
import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react';
import { focusIfLost, pageHeading } from '../focus-if-lost';
import type { AddressPart } from '../address-part';
import { useAddressState } from '../use-address-state';
import { EmptyState } from './empty-state';
import { Pager } from './pager';
import { TextInput } from './text-input';

/** The page of a long list, from 0. */
const PAGE: AddressPart<{ readonly page: number }> = {
  read: ({ page = '' }) => ({ page: /^[1-9][0-9]{0,5}$/.test(page) ? Number(page) - 1 : 0 }),
  write: ({ page }) => ({ page: String(page + 1) }),
};

/** The filters, the order and the page of a long list. They are in the address. */
export function useBrowsing<Selection extends { readonly text: string }>(part: AddressPart<Selection>) {
  const [selection, setSelection] = useAddressState(part);
  const [{ page }, setPage] = useAddressState(PAGE);
  const select = (changes: Partial<Selection>) => {
    setSelection(changes);
    setPage({ page: 0 });
  };
  return {
    selection,
    select,
    setText: (text: string) => select({ ...selection, text }),
    clear: () => select(part.read({})),
    page,
    setPage: (next: number) => setPage({ page: next }),
  };
}

export type Browsing<Selection extends { readonly text: string }> = ReturnType<typeof useBrowsing<Selection>>;

interface BrowserProps<T> {
  readonly words: {
    readonly search: string;
    readonly searchHint: string;
    readonly noMatch: string;
    readonly noMatchBody: string;
    readonly clear: string;
  };
  readonly browsing: Pick<Browsing<{ readonly text: string }>, 'selection' | 'setText' | 'clear' | 'page' | 'setPage'>;
  /** Next to the search field. */
  readonly filters: ReactNode;
  readonly matching: readonly T[];
  /** The number of entries per page. */
  readonly size?: number;
  /** The table of the entries on the page. */
  readonly children: (shown: readonly T[]) => ReactNode;
}

/** A searchable, filterable table with pages. */
export function Browser<T>({ words, browsing, filters, matching, size = 25, children }: BrowserProps<T>) {
  const { selection, setText, clear, page, setPage } = browsing;
  const pages = Math.max(1, Math.ceil(matching.length / size));
  const from = Math.min(page, pages - 1) * size;
  const keepFocus = useFocusInRows();
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
        <div {...keepFocus}>{children(matching.slice(from, from + size))}</div>
      )}
      <Pager from={from} size={size} total={matching.length} onPage={setPage} />
    </>
  );
}

/**
 * Keeps the focus in the table when the pressed button disappears. The focus moves to the same row, or to the row that
 * takes its place.
 */
function useFocusInRows() {
  const ref = useRef<HTMLDivElement>(null);
  /** The row that has the focus, or gets it back when a dialog closes. */
  const focused = useRef<number>();
  const rows = () => [...(ref.current?.querySelectorAll('tbody tr') ?? [])];
  useEffect(() => {
    if (focused.current === undefined) return;
    const all = rows();
    const buttons = all[Math.min(focused.current, all.length - 1)]?.querySelectorAll<HTMLElement>('button:enabled');
    if (document.querySelector('dialog[open]') === null) focusIfLost([...(buttons ?? [])].at(-1), pageHeading());
  });
  useEffect(
    () => () => {
      if (focused.current !== undefined) focusIfLost(pageHeading());
    },
    [],
  );
  return {
    ref,
    onFocus: ({ target }: FocusEvent) => {
      const index = rows().findIndex((row) => row.contains(target));
      focused.current = index === -1 ? undefined : index;
    },
    onBlur: () => {
      if (document.querySelector('dialog[open]') === null) focused.current = undefined;
    },
  };
}
