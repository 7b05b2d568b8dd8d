import Button from '@atlaskit/button/new';
import { useCallback, useState } from 'react';
import type { LevelList } from '../../../../src/admin/levels/change-levels';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { Fact } from '../ui/fact';
import { Failure } from '../ui/failure';
import { Section } from '../ui/section';
import { useSending } from '../use-sending';

interface MentionsSectionProps {
  readonly list: LevelList;
  readonly onChanged: (list: LevelList) => void;
}

/** Turns the comments that mention authors on or off. */
export function MentionsSection({ list, onChanged }: MentionsSectionProps) {
  const { mentions: t } = texts.settings;
  const { isSending, send } = useSending();
  const [error, setError] = useState<OperationError>();
  const isOn = list.settings.mentions === true;
  const change = () =>
    send(async () => {
      const answer = await ask('changeMentions', { rev: list.rev, mentions: !isOn });
      setError(answer.ok ? undefined : answer.error);
      if (answer.ok) onChanged(answer.value);
    });
  // Another admin may have changed the settings, so the next attempt needs their revision.
  const reload = useCallback(async () => {
    const answer = await ask('listLevels', {});
    setError(answer.ok ? undefined : answer.error);
    if (answer.ok) onChanged(answer.value);
  }, [onChanged]);
  return (
    <Section
      id="reminders-for-authors"
      title={t.title}
      intro={t.intro}
      actions={
        <Button isDisabled={isSending} onClick={() => void change()}>
          {isOn ? t.turnOff : t.turnOn}
        </Button>
      }
    >
      {error !== undefined && <Failure title={t.failed} error={error} onRetry={() => void reload()} />}
      <dl className="facts">
        <Fact label={t.label}>
          <span role="status">{isOn ? t.on : t.off}</span>
          <p className="section-text subtle">{t.limits}</p>
        </Fact>
      </dl>
    </Section>
  );
}
