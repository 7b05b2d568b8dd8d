import Button from '@atlaskit/button/new';
import { lazy, Suspense, useCallback, useState } from 'react';
import type { ExposureView } from '../../../../src/admin/pages/exposure';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { Fact } from '../ui/fact';
import { Failure } from '../ui/failure';
import { Loaded } from '../ui/loaded';
import { Section } from '../ui/section';
import { useLoad } from '../use-load';
import { useSending } from '../use-sending';

// Loaded when it opens.
const RulesDialog = lazy(() => import('./rules-dialog'));

interface RulesSectionProps {
  readonly isEditing: boolean;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

/** The rules for who may view the pages of each level. */
export function RulesSection({ isEditing, onEdit, onClose }: RulesSectionProps) {
  const { rules: t, failed } = texts.exposure;
  const { load, reload, setValue } = useLoad(useCallback(() => ask('getExposure', {}), []));
  return (
    <Section
      id="exposure-rules"
      title={t.title}
      intro={t.intro}
      actions={
        <Button aria-label={t.edit} isDisabled={load.state !== 'ready'} onClick={onEdit}>
          {texts.settings.edit}
        </Button>
      }
    >
      <Loaded load={load} failed={failed} onRetry={reload} rows={3}>
        {(view) => (
          <>
            <Rules view={view} onChanged={setValue} />
            {isEditing && (
              <Suspense fallback={null}>
                <RulesDialog view={view} onChanged={setValue} onClose={onClose} />
              </Suspense>
            )}
          </>
        )}
      </Loaded>
    </Section>
  );
}

interface RulesProps {
  readonly view: ExposureView;
  readonly onChanged: (view: ExposureView) => void;
}

export function Rules({ view, onChanged }: RulesProps) {
  const { rules: t } = texts.exposure;
  const [error, setError] = useState<OperationError>();
  const { isSending, send } = useSending();
  const propose = () =>
    send(async () => {
      const answer = await ask('editExposureRules', { rev: view.rev, rules: 'proposed' });
      setError(answer.ok ? undefined : answer.error);
      if (answer.ok) onChanged(answer.value);
    });
  return (
    <>
      {error !== undefined && <Failure title={texts.configuration.failed} error={error} />}
      <dl className="facts">
        {view.levels.map(({ levelId, name, rule }) => (
          <Fact key={levelId} label={name}>
            {rule === undefined ? t.none : t.inWords(rule)}
          </Fact>
        ))}
      </dl>
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
