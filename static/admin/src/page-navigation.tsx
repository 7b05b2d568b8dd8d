import { useState } from 'react';
import { type PageName, SECTIONS, useNavigation } from './navigation';
import { texts } from './texts';

/** The sections, and the pages of the current section. In narrow windows, a menu with all pages. */
export function PageNavigation() {
  const { page: current, goTo } = useNavigation();
  const [isOpen, setIsOpen] = useState(false);
  const { sections, pages } = texts.navigation;
  const open = (page: PageName) => {
    setIsOpen(false);
    goTo(page);
  };
  return (
    <nav
      className="navigation"
      aria-label={texts.navigation.label}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setIsOpen(false);
      }}
    >
      <button
        type="button"
        className="navigation-toggle"
        aria-expanded={isOpen}
        aria-controls="navigation-sections"
        onClick={() => setIsOpen(!isOpen)}
      >
        <span className="navigation-icon" aria-hidden="true" />
        {texts.navigation.menu}
      </button>
      <ul id="navigation-sections" className={isOpen ? 'sections sections-open' : 'sections'}>
        {SECTIONS.map((section) =>
          'name' in section ? (
            <li key={section.name} className={isIn(section.pages, current) ? 'section-current' : undefined}>
              <button
                type="button"
                className="section-name"
                aria-current={isIn(section.pages, current) ? 'true' : undefined}
                onClick={() => open(section.pages[0])}
              >
                {sections[section.name]}
              </button>
              <ul aria-label={sections[section.name]}>
                {section.pages.map((page) => (
                  <li key={page}>
                    <PageButton page={page} label={pages[page]} isCurrent={page === current} onOpen={open} />
                  </li>
                ))}
              </ul>
            </li>
          ) : (
            section.pages.map((page) => (
              <li key={page}>
                <PageButton page={page} label={pages[page]} isCurrent={page === current} onOpen={open} />
              </li>
            ))
          ),
        )}
      </ul>
    </nav>
  );
}

interface PageButtonProps {
  readonly page: PageName;
  readonly label: string;
  readonly isCurrent: boolean;
  readonly onOpen: (page: PageName) => void;
}

function PageButton({ page, label, isCurrent, onOpen }: PageButtonProps) {
  return (
    <button type="button" aria-current={isCurrent ? 'page' : undefined} onClick={() => onOpen(page)}>
      {label}
    </button>
  );
}

const isIn = (pages: readonly PageName[], page: PageName) => pages.includes(page);
