import { type FormEvent, useEffect, useId, useState } from 'react';
import { LevelLozenge } from '../../../admin/src/ui/level-lozenge';
import type { LevelOption, OpenPage, ShownLevel } from '../../../../src/surfaces/contract';
import { commonTexts } from '../common-texts';
import { Button } from '../ui/button';
import { ReasonField } from '../ui/reason-field';
import { blockedGroups } from './blocked-levels';
import { draftOf, keepDraft } from './drafts';
import {
  isSameTarget,
  type PanelState,
  stepBefore,
  type Target,
  targetOf,
  targetText,
  textTarget,
} from './level-change';
import { Guideline } from './level-head';
import { popupTexts } from './texts';
import type { PageActions } from './use-page';

const { levels: t } = popupTexts;

interface LevelChoicesProps {
  readonly state: PanelState;
  readonly shownLevel: ShownLevel | null;
  readonly isSending: boolean;
  readonly actions: PageActions;
}

/**
 * The levels that the person can set, as a group of radio buttons with one button that saves (docs/adr/0126). The
 * current level is the one that is selected at first.
 */
export function LevelChoices({ state: { page }, shownLevel, isSending, actions }: LevelChoicesProps) {
  const current = targetOf(shownLevel);
  const { chosen, setChosen, reason, setReason } = useChoice(page);
  const [isMissing, setIsMissing] = useState(false);
  const id = useId();
  const target = chosen ?? current;
  const isNew = !isSameTarget(target, current);
  const step = isNew ? stepBefore(page, target) : 'denied';
  const options = page.options.filter(({ allowed, levelId }) => allowed || levelId === page.level?.levelId);
  const choose = (next: Target) => {
    setChosen(next);
    setIsMissing(false);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = reason.trim();
    const isReasonMissing = step === 'reason' && text === '';
    setIsMissing(isReasonMissing);
    if (isReasonMissing) event.currentTarget.querySelector('textarea')?.focus();
    else if (step !== 'denied' && !isSending)
      actions.apply({ target, isUndo: false, ...(step === 'reason' ? { reason: text } : {}) });
  };
  const canSet = page.options.some(({ allowed, levelId }) => allowed && levelId !== page.level?.levelId);
  const hasChoice = canSet || page.clear?.allowed === true || options.some(({ subLevels }) => subLevels.length > 0);
  return (
    <form className="level-form" aria-label={t.form} noValidate onSubmit={onSubmit}>
      <fieldset className="level-list">
        <legend className="visually-hidden">{t.legend}</legend>
        {options.map((option) => (
          <LevelChoice key={option.levelId} {...{ option, target, current, page, name: id }} onChoose={choose} />
        ))}
        {page.clear?.allowed === true && (
          <label className="level-choice">
            <input type="radio" name={id} checked={target === 'none'} onChange={() => choose('none')} />
            <span>{commonTexts.unclassified}</span>
          </label>
        )}
      </fieldset>
      {page.level === null && !isNew && <p className="note">{t.none}</p>}
      {isNew && step !== 'nothing' && step !== 'denied' && (
        <p className="note">{target === 'none' ? t.clears : t.lowers(page.level)}</p>
      )}
      {step === 'reason' && (
        <ReasonField
          label={commonTexts.reason}
          help={popupTexts.change.reasonHelp}
          isRequired
          error={isMissing ? commonTexts.noReason : undefined}
          reason={reason}
          onChange={setReason}
        />
      )}
      <Blocked page={page} />
      {hasChoice && (
        <div className="buttons">
          <Button type="submit" appearance="primary" isBusy={isSending} isUnavailable={!isNew}>
            {t.set}
          </Button>
          {isNew && (
            <Button appearance="subtle" onClick={() => choose(current)}>
              {commonTexts.cancel}
            </Button>
          )}
        </div>
      )}
    </form>
  );
}

/** The choice and its reason, which survive a click outside the popup until the level changes. */
function useChoice(page: OpenPage) {
  const { revision } = page;
  const [choice, setChoice] = useState(() => ({ revision, target: textTarget(draftOf('level'), page) }));
  const [reason, setReason] = useState(() => draftOf('reason'));
  const chosen = choice.revision === revision ? choice.target : undefined;
  useEffect(() => {
    if (choice.revision === revision) return;
    setReason('');
    for (const name of ['level', 'reason']) keepDraft(name, '');
  }, [choice, revision]);
  return {
    chosen,
    setChosen: (target: Target) => {
      setChoice({ revision, target });
      keepDraft('level', isSameTarget(target, targetOf(page.level)) ? '' : targetText(target));
    },
    reason,
    setReason: (text: string) => {
      setReason(text);
      keepDraft('reason', text);
    },
  };
}

interface LevelChoiceProps {
  readonly option: LevelOption;
  readonly target: Target;
  readonly current: Target;
  readonly page: OpenPage;
  /** The name of the group of radio buttons. */
  readonly name: string;
  readonly onChoose: (target: Target) => void;
}

/** A level. The chosen one also shows its meaning and its sub-levels. */
function LevelChoice({ option, target, current, page: { level }, name, onChoose }: LevelChoiceProps) {
  const { levelId, color, description, subLevels, allowed } = option;
  const isChosen = target !== 'none' && target.levelId === levelId;
  const isCurrent = current !== 'none' && current.levelId === levelId;
  const id = useId();
  const choose = (subLevelId: string) => onChoose(subLevelId === '' ? { levelId } : { levelId, subLevelId });
  const chosenSub = isChosen ? target.subLevelId : undefined;
  const subDescription = subLevels.find(({ subLevelId }) => subLevelId === chosenSub)?.description ?? '';
  return (
    <>
      <label className="level-choice">
        <input
          type="radio"
          name={name}
          checked={isChosen}
          aria-describedby={isChosen && description !== '' ? `${id}-meaning` : undefined}
          onChange={() => onChoose(isCurrent ? current : { levelId })}
        />
        <LevelLozenge name={option.name} color={color} />
        {isCurrent && <span className="note">{t.current}</span>}
      </label>
      {isChosen && (
        <div className="level-meaning">
          {description !== '' && (
            <p id={`${id}-meaning`} className="note written">
              {description}
            </p>
          )}
          {allowed && subLevels.length > 0 && (
            <label className="sub-level">
              <span className="note">{t.subLevel}</span>
              <select className="input" value={chosenSub ?? ''} onChange={(event) => choose(event.currentTarget.value)}>
                <option value="">{t.noSubLevel}</option>
                {subLevels.map(({ subLevelId, name: subName }) => (
                  <option key={subLevelId} value={subLevelId}>
                    {subName}
                  </option>
                ))}
              </select>
            </label>
          )}
          {subDescription !== '' && <p className="note written">{subDescription}</p>}
          {isCurrent && level?.levelId === levelId && <Guideline text={level.guideline} isShort />}
        </div>
      )}
    </>
  );
}

/** The levels that cannot be set, with one reason for each group and the way out. */
function Blocked({ page }: { readonly page: OpenPage }) {
  const groups = blockedGroups(page);
  if (groups.length === 0) return null;
  return (
    <ul className="blocked-levels" aria-label={t.blocked}>
      {groups.map(({ names, text }) => (
        <li key={text} className="note">
          <strong>{names}</strong> {text}
        </li>
      ))}
    </ul>
  );
}
