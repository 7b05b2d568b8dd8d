import { router } from '@forge/bridge';
import { useId, useState } from 'react';
import { attachmentInWords } from '../../../admin/src/file-place-words';
import { useSending } from '../../../admin/src/use-sending';
import type { FindingContext } from '../../../../src/findings/finding-context';
import type { OpenPage, ShownFinding } from '../../../../src/surfaces/contract';
import { ask } from '../operations';
import { Button } from '../ui/button';
import { ReasonForm } from '../ui/reason-form';
import { draftOf, keepDraft } from './drafts';
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

/** One value on the page with its actions. Its context is read when a person opens the details. */
export function Finding({ finding, may, isSending, actions, onRemove }: FindingProps) {
  const { findingId, detector, explanation, canRedact } = finding;
  const [isAsking, setIsAsking] = useState(draftOf(findingId) !== '');
  const [isOpen, setIsOpen] = useState(false);
  const { context, problem, isReading, read } = useContextOf(findingId);
  const id = useId();
  const toggle = () => {
    setIsOpen(!isOpen);
    if (!isOpen && context === undefined) read();
  };
  const stopAsking = () => {
    keepDraft(findingId, '');
    setIsAsking(false);
  };
  return (
    <li>
      <FindingFacts finding={finding} />
      <div className="buttons finding-buttons">
        <Button
          appearance="link"
          aria-label={t.of(t.details, detector)}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={toggle}
        >
          {t.details}
        </Button>
        {may.exclude && !isAsking && (
          <Button appearance="link" aria-label={t.of(t.exclude, detector)} onClick={() => setIsAsking(true)}>
            {t.exclude}
          </Button>
        )}
        {may.redact && canRedact && !isAsking && (
          <Button appearance="link" aria-label={t.of(t.remove, detector)} onClick={onRemove}>
            {t.remove}
          </Button>
        )}
      </div>
      <div id={id} className="finding-details" role="status" aria-busy={isReading}>
        {isOpen && (
          <>
            {explanation !== '' && <p className="note">{explanation}</p>}
            {context?.state === 'shown' && <code className="excerpt">{context.text}</code>}
            {context !== undefined && context.state !== 'shown' && (
              <p className="note">
                {context.state === 'attachment' ? attachmentInWords(context) : t.contexts[context.state]}
              </p>
            )}
            {context?.state === 'attachment' && context.path !== undefined && <AttachmentsLink path={context.path} />}
            {problem !== '' && <p className="note">{problem}</p>}
          </>
        )}
      </div>
      {isAsking && (
        <ReasonForm
          title={exclude.title}
          body={exclude.body(1)}
          needsReason
          help={exclude.reasonHelp}
          submit={exclude.submit}
          isSending={isSending}
          draft={draftOf(findingId)}
          onDraft={(text) => keepDraft(findingId, text)}
          onSubmit={(reason = '') => {
            keepDraft(findingId, '');
            actions.exclude(findingId, reason);
          }}
          onCancel={stopAsking}
        />
      )}
    </li>
  );
}

/** Opens in a new tab, so that the popup stays. */
function AttachmentsLink({ path }: { readonly path: string }) {
  return (
    <Button appearance="link" role="link" onClick={() => void router.open(path).catch(() => undefined)}>
      {t.openAttachments}
    </Button>
  );
}

/** The words around the value. */
function useContextOf(findingId: string) {
  const [context, setContext] = useState<FindingContext>();
  const [problem, setProblem] = useState('');
  const { isSending, send } = useSending();
  const read = () =>
    void send(async () => {
      const answer = await ask('openFinding', { findingId });
      // The person can open the details again, for example when there are points again.
      setProblem(answer.ok ? '' : answer.error.message);
      if (answer.ok) setContext(answer.value.state === 'finding' ? answer.value.context : { state: 'unavailable' });
    });
  return { context, problem, isReading: isSending, read };
}

/** The detector, and the label of the value. */
export function FindingFacts({ finding: { detector, severity, excerpt, count } }: Pick<FindingProps, 'finding'>) {
  return (
    <p className="finding-facts">
      <span className={`severity severity-${severity}`}>{t.severities[severity]}</span> <strong>{detector}</strong>
      {count > 1 && <span className="note"> {t.times(count)}</span>} <code className="excerpt">{excerpt}</code>
    </p>
  );
}
