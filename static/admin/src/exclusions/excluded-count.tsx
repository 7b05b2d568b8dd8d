import Button from '@atlaskit/button/new';
import { useState } from 'react';
import type { ExcludedNow } from '../../../../src/admin/exclusion-effects';
import { formatMoment } from '../dates';
import { ask, type Outcome } from '../operations';
import { texts } from '../texts';
import { useSending } from '../use-sending';

interface ExcludedCountProps {
  readonly exclusionId: string;
  /** The accessible name of the exclusion. */
  readonly name: string;
}

/** The number of excluded findings. Counted on demand, because every count checks the pages. */
export function ExcludedCount({ exclusionId, name }: ExcludedCountProps) {
  const { counts: t } = texts.exclusions;
  const [answer, setAnswer] = useState<Outcome<ExcludedNow>>();
  const { isSending, send } = useSending();
  const count = async () => setAnswer(await ask('countExcluded', { exclusionId }));
  const label = answer?.ok === true ? t.countAgain : t.countNow;
  return (
    <>
      <span role="status">{answer !== undefined && <Counted answer={answer} />}</span>
      <div className="row-buttons">
        <Button
          spacing="compact"
          appearance="subtle"
          aria-label={t.countOf(label, name)}
          isLoading={isSending}
          onClick={() => void send(count)}
        >
          {label}
        </Button>
      </div>
    </>
  );
}

function Counted({ answer }: { readonly answer: Outcome<ExcludedNow> }) {
  const { counts: t } = texts.exclusions;
  if (!answer.ok) return <span className="line note">{t.failed}</span>;
  const { excluded, isComplete, lastFoundAt } = answer.value;
  return (
    <>
      <span className="line">{t.count(excluded, isComplete)}</span>
      {lastFoundAt !== undefined && <span className="line note">{t.last(formatMoment(lastFoundAt))}</span>}
    </>
  );
}
