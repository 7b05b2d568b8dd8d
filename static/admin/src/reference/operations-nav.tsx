import { useMemo, useState } from 'react';
import { texts } from '../texts';
import { TextInput } from '../ui/text-input';
import type { ApiDocument } from './api-document';

interface ListedOperation {
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
}

/** The operations by group, with a search. A click opens an operation in Swagger UI. */
export function OperationsNav({ document: api }: { readonly document: ApiDocument }) {
  const [text, setText] = useState('');
  const all = useMemo(() => operationsOf(api), [api]);
  const words = text.toLowerCase().split(/\s+/);
  const found = all.filter(({ method, path, summary, tag }) => {
    const searched = `${method} ${path} ${summary} ${tag}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
  const tags = [...new Set(found.map(({ tag }) => tag))];
  const t = texts.reference;
  return (
    <nav className="reference-nav" aria-label={t.operations}>
      <TextInput type="search" aria-label={t.search} placeholder={t.searchHint} value={text} onChange={setText} />
      <p className="visually-hidden" role="status">
        {text === '' ? '' : t.found(found.length)}
      </p>
      {found.length === 0 && <p className="subtle">{t.nothingFound}</p>}
      {tags.map((tag) => (
        <details key={tag} open>
          <summary>{tag}</summary>
          <ul>
            {found
              .filter((one) => one.tag === tag)
              .map((one) => (
                <li key={`${one.method} ${one.path}`}>
                  <button type="button" className="link" onClick={() => openOperation(one)}>
                    {one.summary}
                  </button>
                </li>
              ))}
          </ul>
        </details>
      ))}
    </nav>
  );
}

function operationsOf({ paths }: ApiDocument): readonly ListedOperation[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { tags: [tag = ''] = [], summary }]) => ({
      tag,
      method: method.toUpperCase(),
      path,
      summary,
    })),
  );
}

/** Shows an operation that Swagger UI has drawn, and moves the focus to it. */
function openOperation({ method, path }: ListedOperation): void {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('.operation button')];
  const button = buttons.find(({ textContent }) => textContent.startsWith(`${method} ${path} `));
  const group = button?.closest('details');
  if (group !== null && group !== undefined) group.open = true;
  if (button?.getAttribute('aria-expanded') === 'false') button.click();
  button?.scrollIntoView({ block: 'start' });
  button?.focus({ preventScroll: true });
}
