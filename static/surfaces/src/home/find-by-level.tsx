import { type FormEvent, useId, useState } from 'react';
import { useSending } from '../../../admin/src/use-sending';
import type { SurfaceOperations } from '../../../../src/surfaces/contract';
import { ask, type OperationError } from '../operations';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { LevelOrNone } from '../ui/level-or-none';
import { PageLink } from '../ui/page-link';
import type { HomeView } from './home-view';
import { homeTexts as t } from './texts';

type Question = SurfaceOperations['findByLevel']['input'];
type Found = SurfaceOperations['findByLevel']['result'];

const UNCLASSIFIED = 'unclassified';
const SPACE_KEY = /^~?[A-Za-z0-9_.:-]{1,255}$/;

/** The pages of a level that the person can view. */
export function FindByLevel({ levels }: { readonly levels: HomeView['allLevels'] }) {
  const [levelId, setLevelId] = useState(levels[0]?.levelId ?? UNCLASSIFIED);
  const [spaceKey, setSpaceKey] = useState('');
  const [isWrongKey, setIsWrongKey] = useState(false);
  const [shown, setShown] = useState<{ readonly question: Question; readonly found: Found }>();
  const [error, setError] = useState<OperationError>();
  const { isSending, send } = useSending();
  const id = useId();

  const find = (question: Question, before: Found | undefined) =>
    send(async () => {
      const answer = await ask('findByLevel', question);
      setError(answer.ok ? undefined : answer.error);
      if (answer.ok) setShown({ question, found: before === undefined ? answer.value : joined(before, answer.value) });
    });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const key = spaceKey.trim();
    const isWrong = key !== '' && !SPACE_KEY.test(key);
    setIsWrongKey(isWrong);
    if (isWrong) return;
    setShown(undefined);
    void find({ levelId, ...(key === '' ? {} : { spaceKey: key }) }, undefined);
  };
  const isHidden = shown?.found.state === 'space-hidden';
  const keyError = isWrongKey ? t.wrongKey : isHidden ? t.noSpace : undefined;
  return (
    <div className="home-panel">
      <form className="home-bar" noValidate onSubmit={onSubmit}>
        <div className="field">
          <label htmlFor={`${id}-level`}>{t.findLevel}</label>
          <select
            id={`${id}-level`}
            className="input"
            value={levelId}
            onChange={(event) => setLevelId(event.currentTarget.value)}
          >
            {levels.map((level) => (
              <option key={level.levelId} value={level.levelId}>
                {level.name}
              </option>
            ))}
            <option value={UNCLASSIFIED}>{t.unclassified}</option>
          </select>
        </div>
        <SpaceField spaceKey={spaceKey} error={keyError} onChange={setSpaceKey} />
        <Button type="submit" appearance="primary" isBusy={isSending}>
          {t.search}
        </Button>
      </form>
      <p className="note">{t.findIntro}</p>
      {error !== undefined && <Failure title={t.findFailed} error={error} />}
      {shown?.found.state === 'pages' && (
        <FoundPages
          found={shown.found}
          isLoading={isSending}
          onMore={(cursor) => void find({ ...shown.question, cursor }, shown.found)}
        />
      )}
    </div>
  );
}

interface SpaceFieldProps {
  readonly spaceKey: string;
  readonly error: string | undefined;
  readonly onChange: (spaceKey: string) => void;
}

function SpaceField({ spaceKey, error, onChange }: SpaceFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{t.spaceKey}</label>
      <input
        id={id}
        className="input"
        value={spaceKey}
        maxLength={256}
        autoComplete="off"
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? `${id}-help` : `${id}-error ${id}-help`}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {error !== undefined && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {error}
        </p>
      )}
      <p id={`${id}-help`} className="field-help">
        {t.spaceHelp}
      </p>
    </div>
  );
}

function joined(before: Found, next: Found): Found {
  if (before.state !== 'pages' || next.state !== 'pages') return next;
  const known = new Set(before.pages.map(({ pageId }) => pageId));
  return { ...next, pages: [...before.pages, ...next.pages.filter(({ pageId }) => !known.has(pageId))] };
}

interface FoundPagesProps {
  readonly found: Extract<Found, { readonly state: 'pages' }>;
  readonly isLoading: boolean;
  readonly onMore: (cursor: string) => void;
}

function FoundPages({ found: { pages, cursor }, isLoading, onMore }: FoundPagesProps) {
  return (
    <>
      {pages.length > 0 && (
        <table className="home-table home-found">
          <caption className="visually-hidden">{t.find}</caption>
          <thead>
            <tr>
              <th scope="col">{t.page}</th>
              <th scope="col">{t.level}</th>
              <th scope="col">{t.classified}</th>
            </tr>
          </thead>
          <tbody>
            {pages.map(({ pageId, title, level, classifiedAt }) => (
              <tr key={pageId}>
                <td>
                  <PageLink pageId={pageId} title={title} />
                </td>
                <td>
                  <LevelOrNone level={level} />
                </td>
                <td>
                  {classifiedAt !== undefined && (
                    <time dateTime={classifiedAt}>{new Date(classifiedAt).toLocaleDateString()}</time>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div role="status">
        {pages.length > 0 ? (
          <p className="note">{t.shown(pages.length, cursor !== undefined)}</p>
        ) : cursor === undefined ? (
          <div className="home-empty">
            <h2>{t.none}</h2>
            <p>{t.noneBody}</p>
          </div>
        ) : (
          <p>{t.emptyPart}</p>
        )}
      </div>
      {cursor !== undefined && (
        <div>
          <Button isBusy={isLoading} onClick={() => onMore(cursor)}>
            {pages.length === 0 ? t.checkMore : t.more}
          </Button>
        </div>
      )}
    </>
  );
}
