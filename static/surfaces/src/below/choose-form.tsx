import { type FormEvent, useId, useRef, useState } from 'react';
import { LevelLozenge } from '../../../admin/src/ui/level-lozenge';
import type { BelowLevel, SurfaceOperations } from '../../../../src/surfaces/contract';
import { commonTexts } from '../common-texts';
import { ask } from '../operations';
import { Button } from '../ui/button';
import { ReasonField } from '../ui/reason-field';
import { useRequestKey } from '../use-request-key';
import type { BelowPage, SendJob } from './send-job';
import { belowTexts as t } from './texts';

type PreviewInput = SurfaceOperations['previewBelow']['input'];
type Target = PreviewInput['level'];

interface ChooseFormProps {
  readonly page: BelowPage;
  readonly isSending: boolean;
  readonly send: SendJob;
}

/** The level to set, and whether to lower other pages. Nothing changes before the preview is confirmed. */
export function ChooseForm({ page: { levels, lowering, maxPages }, isSending, send }: ChooseFormProps) {
  const [target, setTarget] = useState<Target>();
  const [alsoLower, setAlsoLower] = useState(false);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<'level' | 'reason'>();
  const form = useRef<HTMLFormElement>(null);
  const requestKey = useRequestKey([target, alsoLower, reason.trim()]);
  const id = useId();
  const needsReason = alsoLower && lowering.needsJustification;

  const choose = (chosen: Target) => {
    setTarget(chosen);
    if (problem === 'level') setProblem(undefined);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const text = reason.trim();
    const wrong = target === undefined ? 'level' : needsReason && text === '' ? 'reason' : undefined;
    setProblem(wrong);
    if (wrong !== undefined || target === undefined) {
      form.current?.querySelector<HTMLElement>(wrong === 'level' ? 'input' : 'textarea')?.focus();
      return;
    }
    const why = text === '' ? {} : { reason: text };
    void send(() => ask('previewBelow', { level: target, alsoLower, requestKey: requestKey(), ...why }));
  };

  if (levels.length === 0) return <p>{t.noLevels}</p>;
  return (
    <form ref={form} className="below-form" noValidate onSubmit={onSubmit}>
      <p className="note">{t.intro(maxPages)}</p>
      <fieldset aria-describedby={problem === 'level' ? `${id}-level` : undefined}>
        <legend>{t.levels}</legend>
        {levels.map((level) => (
          <LevelChoice key={level.levelId} level={level} target={target} name={id} onChoose={choose} />
        ))}
        {problem === 'level' && (
          <p id={`${id}-level`} className="field-error" role="alert">
            {t.chooseLevel}
          </p>
        )}
      </fieldset>
      {lowering.allowed && (
        <div>
          <label className="below-choice">
            <input
              type="checkbox"
              checked={alsoLower}
              aria-describedby={`${id}-lower`}
              onChange={(event) => setAlsoLower(event.currentTarget.checked)}
            />
            <span>{t.alsoLower}</span>
          </label>
          <p id={`${id}-lower`} className="field-help below-note">
            {t.alsoLowerHelp}
          </p>
        </div>
      )}
      <ReasonField
        label={needsReason ? commonTexts.reason : t.optionalReason}
        help={t.reasonHelp}
        isRequired={needsReason}
        error={problem === 'reason' ? t.noReason : undefined}
        reason={reason}
        onChange={setReason}
      />
      <div className="buttons">
        <Button type="submit" appearance="primary" isBusy={isSending}>
          {t.preview}
        </Button>
        <p className="note">{t.previewHelp}</p>
      </div>
    </form>
  );
}

interface LevelChoiceProps {
  readonly level: BelowLevel;
  readonly target: Target | undefined;
  /** The name of the group of radio buttons. */
  readonly name: string;
  readonly onChoose: (target: Target) => void;
}

function LevelChoice({ level, target, name, onChoose }: LevelChoiceProps) {
  const { levelId, subLevels, description } = level;
  const isChosen = target?.levelId === levelId;
  return (
    <>
      <label className="below-choice">
        <input
          type="radio"
          name={name}
          checked={isChosen && target.subLevelId === undefined}
          onChange={() => onChoose({ levelId })}
        />
        <span>
          <LevelLozenge name={level.name} color={level.color} /> <span className="note">{description}</span>
        </span>
      </label>
      {subLevels.map(({ subLevelId, name: subName }) => (
        <label key={subLevelId} className="below-choice below-sub-level">
          <input
            type="radio"
            name={name}
            checked={isChosen && target.subLevelId === subLevelId}
            onChange={() => onChoose({ levelId, subLevelId })}
          />
          <span>
            <span className="visually-hidden">{level.name} / </span>
            {subName}
          </span>
        </label>
      ))}
    </>
  );
}
