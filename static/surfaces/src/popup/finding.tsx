import { useState } from 'react';
import { useSending } from '../../../admin/src/use-sending';
import type { FindingContext } from '../../../../src/findings/finding-context';
import type { OpenPage, ShownFinding } from '../../../../src/surfaces/contract';
import { ask } from '../operations';
import { Button } from '../ui/button';
import { ReasonForm } from '../ui/reason-form';
import { popupTexts } from './texts';
import type { PageActions } from './use-page';

const { evidence: t, exclude } = popupTexts;

interface FindingProps {
  readonly finding: ShownFinding;
  readonly may: OpenPage['may'];
  readonly isSending: boolean;
  readonly actions: PageActions;
  readonly onRemove: () => void;
}

/** One value on the page with its actions. */
export function Finding({ finding, may, isSending, actions, onRemove }: FindingProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { findingId, detector, explanation, canRedact } = finding;
  return (
    <li>
      <FindingFacts finding={finding} />
      <Context findingId={findingId} detector={detector} />
      {explanation !== '' && <p className="note">{explanation}</p>}
      {isAsking ? (
        <ReasonForm
          title={exclude.title}
          body={exclude.body(1)}
          needsReason
          help={exclude.reasonHelp}
          submit={exclude.submit}
          isSending={isSending}
          onSubmit={(reason = '') => actions.exclude(findingId, reason)}
          onCancel={() => setIsAsking(false)}
        />
      ) : (
        <div className="buttons">
          {may.exclude && (
            <Button appearance="link" aria-label={t.of(t.exclude, detector)} onClick={() => setIsAsking(true)}>
              {t.exclude}
            </Button>
          )}
          {may.redact && canRedact && (
            <Button appearance="link" aria-label={t.of(t.remove, detector)} onClick={onRemove}>
              {t.remove}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

/** The button with the focus no longer exists. */
const focus = (element: HTMLElement | null) => element?.focus();

/** The words around the value, which are read when a person opens them. */
function Context({ findingId, detector }: Pick<ShownFinding, 'findingId' | 'detector'>) {
  const [context, setContext] = useState<FindingContext>();
  const [problem, setProblem] = useState('');
  const { isSending, send } = useSending();
  const read = async () => {
    const answer = await ask('openFinding', { findingId });
    // The person can try again, for example without points.
    if (!answer.ok) setProblem(answer.error.message);
    else setContext(answer.value.state === 'finding' ? answer.value.context : { state: 'unavailable' });
  };
  if (context === undefined) {
    return (
      <>
        <Button
          appearance="link"
          aria-label={t.of(t.showContext, detector)}
          isBusy={isSending}
          onClick={() => void send(read)}
        >
          {t.showContext}
        </Button>
        <p className="note" role="status">
          {problem}
        </p>
      </>
    );
  }
  return (
    <p tabIndex={-1} ref={focus}>
      {context.state === 'shown' ? <code className="excerpt">{context.text}</code> : t.contexts[context.state]}
    </p>
  );
}

/** The detector, and the label of the value. */
export function FindingFacts({ finding: { detector, severity, excerpt, count } }: Pick<FindingProps, 'finding'>) {
  return (
    <>
      <p>
        <span className={`severity severity-${severity}`}>{t.severities[severity]}</span> {detector}
        {count > 1 && <span className="note"> {t.times(count)}</span>}
      </p>
      <p>
        <code className="excerpt">{excerpt}</code>
      </p>
    </>
  );
}
