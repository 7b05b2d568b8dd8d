import { useState } from 'react';
import type { NavigationCounts } from '../../../src/admin/site/navigation-counts';
import { type EntryName, ENTRIES, type PageName, useNavigation } from './navigation';
import { texts } from './texts';
import { AppLink } from './ui/app-link';

interface PageNavigationProps {
  /** undefined until they are loaded, and if they cannot be. */
  readonly counts: NavigationCounts | undefined;
  readonly onSearch: () => void;
}

/** The entries of the admin area, with their counts. In narrow windows, they are a menu. */
export function PageNavigation({ counts, onSearch }: PageNavigationProps) {
  const { page: current } = useNavigation();
  const [isOpen, setIsOpen] = useState(false);
  const { entries, label, menu, search } = texts.navigation;
  return (
    <nav
      className="navigation"
      aria-label={label}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setIsOpen(false);
      }}
    >
      <div className="navigation-bar">
        <button
          type="button"
          className="navigation-toggle"
          aria-expanded={isOpen}
          aria-controls="navigation-entries"
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className="navigation-icon" aria-hidden="true" />
          {menu}
        </button>
        <button type="button" className="navigation-search" aria-keyshortcuts="Control+K Meta+K" onClick={onSearch}>
          {search}
          <kbd aria-hidden="true">{texts.navigation.shortcut}</kbd>
        </button>
      </div>
      <ul id="navigation-entries" className={isOpen ? 'entries entries-open' : 'entries'}>
        {ENTRIES.map(({ name, pages }) => (
          <li key={name} onClick={() => setIsOpen(false)}>
            <AppLink page={pages[0]} isCurrent={isIn(pages, current)}>
              <span>{entries[name]}</span>
              <Count name={name} counts={counts} />
            </AppLink>
          </li>
        ))}
        <li className="navigation-help" onClick={() => setIsOpen(false)}>
          <AppLink page="help" isCurrent={current === 'help'}>
            {texts.navigation.pages.help}
          </AppLink>
        </li>
      </ul>
    </nav>
  );
}

interface CountProps {
  readonly name: EntryName;
  readonly counts: NavigationCounts | undefined;
}

/** The number of what needs attention. Screen readers and the tooltip say what it counts. */
function Count({ name, counts }: CountProps) {
  const { counted } = texts.navigation;
  if (!isCounted(name)) return null;
  const count = counts?.[name] ?? 0;
  if (count === 0) return null;
  const label = counted[name === 'pages' && counts?.isAtLeast === true ? 'pagesAtLeast' : name](count);
  return (
    <span className="navigation-count" title={label}>
      <span aria-hidden="true">{count.toLocaleString()}</span>
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

/** The pages of the current entry. */
export function EntryPages() {
  const { page: current } = useNavigation();
  const entry = ENTRIES.find(({ pages }) => isIn(pages, current));
  if (entry === undefined || entry.pages.length === 1) return null;
  const { pages, entries } = texts.navigation;
  return (
    <nav className="entry-pages" aria-label={entries[entry.name]}>
      <ul>
        {entry.pages.map((page) => (
          <li key={page}>
            <AppLink page={page} isCurrent={page === current}>
              {pages[page]}
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const isCounted = (name: EntryName): name is 'pages' | 'findings' | 'scans' | 'api' =>
  name === 'pages' || name === 'findings' || name === 'scans' || name === 'api';

const isIn = (pages: readonly PageName[], page: PageName | undefined) => page !== undefined && pages.includes(page);
