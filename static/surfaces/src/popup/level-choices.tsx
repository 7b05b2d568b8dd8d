import { useId } from 'react';
import { LevelLozenge } from '../../../admin/src/ui/level-lozenge';
import type { LevelOption, OpenPage, ShownLevel } from '../../../../src/surfaces/contract';
import { commonTexts } from '../common-texts';
import { ChangeForm } from './change-form';
import { ChoiceButton } from './choice-button';
import { isSameTarget, type PanelState, type Target, targetOf } from './level-change';
import { popupTexts } from './texts';
import type { PageActions } from './use-page';

const { levels: t } = popupTexts;

interface LevelChoicesProps {
  readonly state: PanelState;
  readonly shownLevel: ShownLevel | null;
  readonly isSending: boolean;
  readonly actions: PageActions;
}

/** The levels of the site. One click sets a level; a less sensitive one asks first. */
export function LevelChoices(props: LevelChoicesProps) {
  const { page } = props.state;
  const id = useId();
  const [reason] = page.reasons;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{props.shownLevel === null ? t.title : t.titleChange}</h2>
      {!page.canEdit && <p className="note">{t.denial(reason ?? 'PAGE_NOT_EDITABLE')}</p>}
      {page.canEdit && page.options.length === 0 && <p className="note">{t.noLevels}</p>}
      {page.canEdit && (
        <ul className="choices">
          {page.options.map((option) => (
            <LevelChoice key={option.levelId} option={option} {...props} />
          ))}
          {page.clear !== undefined && <ClearChoice clear={page.clear} {...props} />}
        </ul>
      )}
    </section>
  );
}

/** The form of the choice, if it is the one that is asked about. */
function Question({ state, isSending, actions, isFor }: LevelChoicesProps & { isFor: (target: Target) => boolean }) {
  const { page, asking } = state;
  if (asking === undefined || asking.isUndo || !isFor(asking.target)) return null;
  return <ChangeForm page={page} asking={asking} isSending={isSending} actions={actions} />;
}

function LevelChoice({ option, ...props }: LevelChoicesProps & { readonly option: LevelOption }) {
  const { levelId, name, color, description, allowed, reasons, subLevels } = option;
  const current = targetOf(props.shownLevel);
  const [denial] = reasons;
  const choose = (target: Target) => props.actions.choose(target);
  return (
    <li>
      <ChoiceButton
        isCurrent={isSameTarget(current, { levelId })}
        isAllowed={allowed}
        note={allowed || denial === undefined ? description : t.denial(denial)}
        onChoose={() => choose({ levelId })}
      >
        <LevelLozenge name={name} color={color} />
      </ChoiceButton>
      {subLevels.length > 0 && (
        <details className="sub-levels" open={props.shownLevel?.levelId === levelId}>
          <summary>{t.subLevels(subLevels.length)}</summary>
          <ul>
            {subLevels.map(({ subLevelId, name: subName, description: note }) => (
              <li key={subLevelId}>
                <ChoiceButton
                  isCurrent={isSameTarget(current, { levelId, subLevelId })}
                  isAllowed={allowed}
                  note={note}
                  onChoose={() => choose({ levelId, subLevelId })}
                >
                  {subName}
                  <span className="visually-hidden"> ({name})</span>
                </ChoiceButton>
              </li>
            ))}
          </ul>
        </details>
      )}
      <Question {...props} isFor={(target) => target !== 'none' && target.levelId === levelId} />
    </li>
  );
}

function ClearChoice({ clear, ...props }: LevelChoicesProps & { readonly clear: NonNullable<OpenPage['clear']> }) {
  const [denial] = clear.reasons;
  return (
    <li>
      <ChoiceButton
        isCurrent={props.shownLevel === null}
        isAllowed={clear.allowed}
        note={clear.allowed || denial === undefined ? '' : t.denial(denial)}
        onChoose={() => props.actions.choose('none')}
      >
        {commonTexts.unclassified}
      </ChoiceButton>
      <Question {...props} isFor={(target) => target === 'none'} />
    </li>
  );
}
