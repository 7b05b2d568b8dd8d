import Button from '@atlaskit/button/new';
import { useState } from 'react';
import type { ExcludedNow } from '../../../../src/admin/findings/exclusion-effects';
import { formatMoment } from '../dates';
import { ask, type Outcome } from '../operations';
import { texts } from '../texts';
import { useSending } from '../use-sending';

export type Count = Pick<ExcludedNow, 'excluded' | 'isComplete' | 'lastFoundAt'>;

interface ExcludedCountProps {
  readonly exclusionId: string;
  /** The accessible name of the exclusion. */
  readonly name: string;
  /** Counted together with the other exclusions of the list. */
  readonly counted: Count;
}

/** The number of excluded findings. If it is not complete, the user can count the findings of this exclusion alone. */
export function ExcludedCount({ exclusionId, name, counted }: ExcludedCountProps) {
  const { counts: t } = texts.exclusions;
  const [answer, setAnswer] = useState<Outcome<Count>>();
  const { isSending, send } = useSending();
  const count = async () => setAnswer(await ask('countExcluded', { exclusionId }));
  const known = answer?.ok === true ? answer.value : counted;
  return (
    <>
      <span className="line">
        {known.excluded === 0 && !known.isComplete ? t.unknown : t.count(known.excluded, known.isComplete)}
      </span>
      {known.lastFoundAt !== undefined && <span className="line note">{t.last(formatMoment(known.lastFoundAt))}</span>}
      {answer?.ok === false && (
        <span className="line note" role="alert">
          {t.failed}
        </span>
      )}
      {!counted.isComplete && answer?.ok !== true && (
        <div className="row-buttons">
          <Button
            spacing="compact"
            appearance="subtle"
            aria-label={t.countOf(name)}
            isLoading={isSending}
            onClick={() => void send(count)}
          >
            {t.countAll}
          </Button>
        </div>
      )}
    </>
  );
}
