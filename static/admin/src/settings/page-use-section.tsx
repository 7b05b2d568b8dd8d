import Button from '@atlaskit/button/new';
import { lazy, Suspense, useCallback, useState } from 'react';
import type { PageUseView } from '../../../../src/admin/pages/page-use';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { Fact } from '../ui/fact';
import { Failure } from '../ui/failure';
import { Loaded } from '../ui/loaded';
import { Section } from '../ui/section';
import { useLoad } from '../use-load';
import { useSending } from '../use-sending';
import { ruleInWords, subjectName } from './page-use-words';

// Loaded when it opens.
const PageUseDialog = lazy(() => import('./page-use-dialog'));

interface PageUseSectionProps {
  readonly isEditing: boolean;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

/** The rules for what agents and people may use pages for. */
export function PageUseSection({ isEditing, onEdit, onClose }: PageUseSectionProps) {
  const t = texts.pageUse;
  const { load, reload, setValue } = useLoad(useCallback(() => ask('getPageUse', {}), []));
  return (
    <Section
      id="page-use-rules"
      title={t.title}
      intro={t.intro}
      actions={
        <Button aria-label={t.edit} isDisabled={load.state !== 'ready'} onClick={onEdit}>
          {texts.settings.edit}
        </Button>
      }
    >
      <Loaded load={load} failed={t.failed} onRetry={reload} rows={3}>
        {(view) => (
          <>
            <PageUse view={view} onChanged={setValue} />
            {isEditing && (
              <Suspense fallback={null}>
                <PageUseDialog view={view} onChanged={setValue} onClose={onClose} />
              </Suspense>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

interface PageUseProps {
  readonly view: PageUseView;
  readonly onChanged: (view: PageUseView) => void;
}

/** The rules with an effect. */
export function PageUse({ view, onChanged }: PageUseProps) {
  const t = texts.pageUse;
  const [error, setError] = useState<OperationError>();
  const { isSending, send } = useSending();
  const propose = () =>
    send(async () => {
      const answer = await ask('editPageUse', { rev: view.rev, rules: 'proposed' });
      setError(answer.ok ? undefined : answer.error);
      if (answer.ok) onChanged(answer.value);
    });
  return (
    <>
      {error !== undefined && <Failure title={texts.configuration.failed} error={error} />}
      <dl className="facts">
        {view.subjects
          .filter(({ level, rule }) => level !== undefined || rule !== undefined)
          .map((one) => (
            <Fact key={one.subject} label={subjectName(one)}>
              {ruleInWords(one)}
            </Fact>
          ))}
      </dl>
      {view.denials.length > 0 && (
        <p className="note">{t.denials(view.denials.map(({ pages, level }) => t.denied(pages, level)).join(', '))}</p>
      )}
      {view.isProposed ? (
        <p className="note">{t.proposed}</p>
      ) : (
        <Button appearance="subtle" spacing="compact" isDisabled={isSending} onClick={() => void propose()}>
          {t.propose}
        </Button>
      )}
    </>
  );
}
