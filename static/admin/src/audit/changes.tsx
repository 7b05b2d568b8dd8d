import { texts } from '../texts';
import type { Change } from './event-words';

interface ChangesProps {
  readonly changes: readonly Change[];
  /** Shows only the first changes, and cuts long texts. */
  readonly isShort?: boolean;
}

const SHOWN_CHANGES = 3;

/** The changes, each with its previous and its new value. */
export function Changes({ changes, isShort = false }: ChangesProps) {
  const shown = isShort ? changes.slice(0, SHOWN_CHANGES) : changes;
  return (
    <>
      {shown.map(({ label, before, after }) => (
        <span className={isShort ? 'line audit-change audit-change-short' : 'line audit-change'} key={label}>
          <span className="subtle">{label}: </span>
          {before}
          {before !== undefined && after !== undefined && <Arrow />}
          {after}
        </span>
      ))}
      {changes.length > shown.length && (
        <span className="line subtle">{texts.audit.moreChanges(changes.length - shown.length)}</span>
      )}
    </>
  );
}

function Arrow() {
  return (
    <>
      {' '}
      <span aria-hidden="true">→</span> <span className="visually-hidden">{texts.audit.to}</span>{' '}
    </>
  );
}
