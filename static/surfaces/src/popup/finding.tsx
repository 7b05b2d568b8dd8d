import { useState } from 'react';
import type { OpenPage, ShownFinding } from '../../../../src/surfaces/contract';
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

/** One value on the page, masked, with its actions. */
export function Finding({ finding, may, isSending, actions, onRemove }: FindingProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { findingId, detector, explanation, canRedact } = finding;
  return (
    <li>
      <FindingFacts finding={finding} />
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

/** The detector, and the masked value. */
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
