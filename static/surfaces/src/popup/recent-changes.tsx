import { Modal } from '@forge/bridge';
import { useState } from 'react';
import { formatInstant } from '../../../admin/src/dates';
import { howInWords } from '../../../admin/src/how-words';
import type { HistoryEntry, OpenPage } from '../../../../src/surfaces/contract';
import { Button } from '../ui/button';
import { LevelOrNone } from '../ui/level-or-none';
import { popupTexts } from './texts';

const { history: t, notice } = popupTexts;

/** The latest changes of the level. */
export function RecentChanges({ page: { history } }: { readonly page: OpenPage }) {
  const [hasFailed, setHasFailed] = useState(false);
  const openAll = () =>
    new Modal({ resource: 'history', size: 'large', title: t.modal })
      .open()
      .then(() => setHasFailed(false))
      .catch(() => setHasFailed(true));
  return (
    <details className="recent-changes">
      <summary>{t.title}</summary>
      {history.length === 0 && <p className="note">{t.none}</p>}
      <ul className="changes">
        {history.map((entry) => (
          <Change key={entry.at} entry={entry} />
        ))}
      </ul>
      {history.length > 0 && (
        <Button appearance="link" onClick={() => void openAll()}>
          {t.all}
        </Button>
      )}
      {hasFailed && <p role="alert">{t.failed}</p>}
    </details>
  );
}

function Change({ entry: { at, from, to, by, method, reason } }: { readonly entry: HistoryEntry }) {
  const who = by.name ?? notice.by[by.kind];
  return (
    <li>
      <p>
        <LevelOrNone level={from} /> → <LevelOrNone level={to} />
      </p>
      <p className="note">
        {who}, {howInWords(method)}, <time dateTime={at}>{formatInstant(at)}</time>
      </p>
      {reason !== undefined && reason !== '' && <p className="note written">“{reason}”</p>}
    </li>
  );
}
