import Button from '@atlaskit/button/new';
import { useState } from 'react';
import type { Setup, SetupStep } from '../../../../src/admin/site/setup';
import type { Query } from '../address-part';
import type { PageName } from '../navigation';
import { useNavigation } from '../navigation';
import { ask, type OperationError, type Outcome } from '../operations';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { useSending } from '../use-sending';
import { Card } from './card';
import { COVERAGE_LISTS } from './lists';

const PAGES: Readonly<Record<SetupStep, readonly [PageName, Query?]>> = {
  levels: ['levels'],
  'default-level': ['policy'],
  scan: ['scans', COVERAGE_LISTS.notScanned],
  access: ['recipes'],
};

interface SetupListProps {
  readonly setup: Setup;
  readonly onChanged: (setup: Setup) => void;
}

/** The checklist of a new site. The first open step has the primary button. */
export function SetupList({ setup, onChanged }: SetupListProps) {
  const { setup: t } = texts.overview;
  const { isSending, send } = useSending();
  const [error, setError] = useState<OperationError>();
  const change = (operation: () => Promise<Outcome<Setup>>) =>
    void send(async () => {
      const answer = await operation();
      setError(answer.ok ? undefined : answer.error);
      if (answer.ok) onChanged(answer.value);
    });
  const count = setup.steps.filter(({ isDone }) => isDone).length;
  const next = setup.steps.find(({ isDone }) => !isDone)?.step;
  return (
    <Card
      id="setup"
      title={next === undefined ? t.allDone : t.title}
      subtitle={t.progress(count, setup.steps.length)}
      isWide
      actions={
        <Button
          spacing="compact"
          appearance="subtle"
          isDisabled={isSending}
          onClick={() => change(() => ask('hideSetup', { isHidden: true }))}
        >
          {t.hide}
        </Button>
      }
    >
      {error !== undefined && <Failure title={t.failed} error={error} />}
      <progress className="progress setup-progress" aria-labelledby="setup" value={count} max={setup.steps.length} />
      <ol className="setup-steps">
        {setup.steps.map((one) => (
          <Step
            key={one.step}
            {...one}
            isNext={one.step === next}
            isSending={isSending}
            onMark={(isDone) => change(() => ask('markSetupStep', { step: one.step, isDone }))}
          />
        ))}
      </ol>
    </Card>
  );
}

type StepProps = Setup['steps'][number] & {
  readonly isNext: boolean;
  readonly isSending: boolean;
  readonly onMark: (isDone: boolean) => void;
};

function Step({ step, isDone, isMarked, isNext, isSending, onMark }: StepProps) {
  const { setup: t } = texts.overview;
  const { goTo } = useNavigation();
  const words = t.steps[step];
  return (
    <li className={isDone ? 'setup-step setup-step-done' : 'setup-step'}>
      <span className="setup-mark" aria-hidden="true">
        {isDone ? '✓' : ''}
      </span>
      <div className="to-do-text">
        <p className="to-do-title">
          <span className="visually-hidden">{isDone ? t.done : t.open}: </span>
          {words.title}
        </p>
        {!isDone && <p className="note">{words.body}</p>}
      </div>
      <div className="setup-buttons">
        {!isDone && (
          <>
            <Button
              spacing="compact"
              appearance="subtle"
              aria-label={t.markOf(words.title)}
              isDisabled={isSending}
              onClick={() => onMark(true)}
            >
              {t.mark}
            </Button>
            {'second' in words && (
              <Button spacing="compact" onClick={() => goTo('keys')}>
                {words.second}
              </Button>
            )}
            <Button spacing="compact" appearance={isNext ? 'primary' : 'default'} onClick={() => goTo(...PAGES[step])}>
              {words.action}
            </Button>
          </>
        )}
        {isMarked && (
          <Button
            spacing="compact"
            appearance="subtle"
            aria-label={t.unmarkOf(words.title)}
            isDisabled={isSending}
            onClick={() => onMark(false)}
          >
            {t.unmark}
          </Button>
        )}
      </div>
    </li>
  );
}
