import { useState } from 'react';
import type { SurfaceOperations } from '../../../../src/surfaces/contract';
import { ask, type OperationError } from '../operations';
import { Button } from '../ui/button';
import { Failure } from '../ui/failure';
import { reviewTexts as t } from './texts';

type Input = SurfaceOperations['answerReviews']['input'];
type Outcome = SurfaceOperations['answerReviews']['result']['results'][number]['outcome'];

/** The pages of one request. */
const PAGES_AT_ONCE = 25;

interface AnswerButtonsProps {
  /** The selected pages, with the revisions that the person saw. */
  readonly pages: Input['pages'];
  readonly answers: readonly Input['answer'][];
  /** The pages whose review is answered, or which the person can no longer answer. */
  readonly onAnswered: (pageIds: readonly string[]) => void;
}

/** Answers the reviews of the selected pages, and reports the pages that were not answered. */
export function AnswerButtons({ pages, answers, onAnswered }: AnswerButtonsProps) {
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<OperationError>();
  const [done, setDone] = useState<readonly Outcome[]>([]);
  const send = async (answer: Input['answer']) => {
    setIsSending(true);
    setError(undefined);
    const outcomes: Outcome[] = [];
    const answered: string[] = [];
    for (let start = 0; start < pages.length; start += PAGES_AT_ONCE) {
      const part = pages.slice(start, start + PAGES_AT_ONCE).map(({ pageId, revision }) => ({ pageId, revision }));
      const reply = await ask('answerReviews', { answer, pages: part });
      if (!reply.ok) {
        setError(reply.error);
        break;
      }
      for (const { pageId, outcome } of reply.value.results) {
        outcomes.push(outcome);
        if (outcome === 'done') answered.push(pageId);
      }
    }
    setIsSending(false);
    setDone(outcomes);
    if (answered.length > 0) onAnswered(answered);
  };
  const refused = done.filter((outcome) => outcome !== 'done');
  return (
    <div>
      <div className="buttons">
        {answers.map((answer) => (
          <Button key={answer} isBusy={isSending} isUnavailable={pages.length === 0} onClick={() => void send(answer)}>
            {t.answers[answer](pages.length)}
          </Button>
        ))}
      </div>
      {error !== undefined && <Failure title={t.failed} error={error} />}
      <p className="note" role="status">
        {done.length > 0 && t.answered(done.length - refused.length)}{' '}
        {refused.length > 0 && t.refused(refused.length, refused.includes('changed-since'))}
      </p>
    </div>
  );
}
