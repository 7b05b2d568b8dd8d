import { type FormEvent, useId, useState } from 'react';
import type { OpenPage } from '../../../../src/surfaces/contract';
import { formatDay } from '../../../admin/src/dates';
import { ask, type OperationError } from '../operations';
import { reviewTexts as t } from '../reviews/texts';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';

interface ReviewNoteProps {
  readonly review: NonNullable<OpenPage['review']>;
  readonly isLicensed: boolean;
}

const dayOf = (instant: string) => instant.slice(0, 10);

/** When the level must be reviewed, and the date that a person who can edit the page sets for it. */
export function ReviewNote({ review: initial, isLicensed }: ReviewNoteProps) {
  const [review, setReview] = useState(initial);
  const [day, setDay] = useState(dayOf(initial.reviewOn ?? ''));
  const [state, setState] = useState<'idle' | 'sending' | 'saved' | 'wrong' | 'not-saved'>('idle');
  const [error, setError] = useState<OperationError>();
  const id = useId();
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    setState('sending');
    setError(undefined);
    const answer = await ask('setReviewDate', day === '' ? {} : { reviewOn: `${day}T00:00:00.000Z` });
    if (!answer.ok) {
      setState(answer.error.code === 'INVALID_INPUT' ? 'wrong' : 'idle');
      setError(answer.error.code === 'INVALID_INPUT' ? undefined : answer.error);
    } else if ('review' in answer.value) {
      setReview(answer.value.review);
      setState('saved');
    } else setState('not-saved');
  };
  const { nextAt, isDue } = review;
  const words = nextAt === undefined ? t.none : (isDue ? t.dueSince : t.nextOn)(formatDay(dayOf(nextAt)));
  const tone = isDue ? undefined : 'note';
  if (!isLicensed) return <p className={tone}>{words}</p>;
  return (
    <details className="review-note">
      <summary className={tone}>{words}</summary>
      <form noValidate onSubmit={(event) => void onSubmit(event)}>
        <div className="field">
          <label htmlFor={id}>{t.date}</label>
          <input
            id={id}
            className="input"
            type="date"
            value={day}
            aria-describedby={`${id}-help`}
            onChange={({ currentTarget: { value } }) => {
              setDay(value);
              setState('idle');
            }}
          />
          <p id={`${id}-help`} className="note">
            {t.dateHelp}
          </p>
        </div>
        <Button type="submit" isBusy={state === 'sending'} isUnavailable={day === dayOf(review.reviewOn ?? '')}>
          {t.setDate}
        </Button>
        <p role="status">
          {state === 'saved' ? t.saved : state === 'wrong' ? t.wrongDate : state === 'not-saved' ? t.notSaved : ''}
        </p>
        {error !== undefined && <Failure title={t.dateFailed} error={error} />}
      </form>
    </details>
  );
}
