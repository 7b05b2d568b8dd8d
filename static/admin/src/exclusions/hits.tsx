import Button from '@atlaskit/button/new';
import { useState } from 'react';
import type { ExcludedNow } from '../../../../src/admin/exclusion-effects';
import { formatMoment } from '../dates';
import { ask, type Outcome } from '../operations';
import { texts } from '../texts';
import { useSending } from '../use-sending';

interface HitsProps {
  readonly exclusionId: string;
  /** The accessible name of the exclusion. */
  readonly name: string;
}

/** The number of excluded findings. Counted on demand, because every count checks the pages. */
export function Hits({ exclusionId, name }: HitsProps) {
  const { hits: t } = texts.exclusions;
  const [answer, setAnswer] = useState<Outcome<ExcludedNow>>();
  const { isSending, send } = useSending();
  const count = async () => setAnswer(await ask('countExcluded', { exclusionId }));
  const seen = answer?.ok === true ? t.again : t.countNow;
  return (
    <>
      <span role="status">{answer !== undefined && <Counted answer={answer} />}</span>
      <div className="row-buttons">
        <Button
          spacing="compact"
          appearance="subtle"
          aria-label={t.countOf(seen, name)}
          isLoading={isSending}
          onClick={() => void send(count)}
        >
          {seen}
        </Button>
      </div>
    </>
  );
}

function Counted({ answer }: { readonly answer: Outcome<ExcludedNow> }) {
  const { hits: t } = texts.exclusions;
  if (!answer.ok) return <span className="line note">{t.failed}</span>;
  const { excluded, isComplete, lastFoundAt } = answer.value;
  return (
    <>
      <span className="line">{t.count(excluded, isComplete)}</span>
      {lastFoundAt !== undefined && <span className="line note">{t.last(formatMoment(lastFoundAt))}</span>}
    </>
  );
}
