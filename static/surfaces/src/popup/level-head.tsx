import { LevelLozenge } from '../../../admin/src/ui/level-lozenge';
import type { ShownLevel } from '../../../../src/surfaces/contract';
import { commonTexts } from '../common-texts';
import { popupTexts as t } from './texts';

/** The level of the page and its meaning, for a person who cannot change it. */
export function LevelHead({ level }: { readonly level: ShownLevel | null }) {
  return (
    <header className="level-head">
      <Title />
      {level === null ? <p className="level-name">{commonTexts.unclassified}</p> : <Meaning level={level} />}
    </header>
  );
}

export function Title() {
  return (
    <h1 className="popup-title" tabIndex={-1}>
      {t.title}
    </h1>
  );
}

function Meaning({ level: { name, color, description, guideline, subLevel } }: { readonly level: ShownLevel }) {
  return (
    <>
      <p className="level-name">
        <LevelLozenge name={name} color={color} />
        {subLevel !== undefined && <span> / {subLevel.name}</span>}
      </p>
      {description !== '' && <p className="written">{description}</p>}
      {subLevel !== undefined && subLevel.description !== '' && <p className="written">{subLevel.description}</p>}
      <Guideline text={guideline} />
    </>
  );
}

/** A guideline of this length takes a line or two. */
const SHORT_GUIDELINE = 90;

/** @param isShort folds a long guideline, so that what is below it stays in view */
export function Guideline({ text, isShort = false }: { readonly text: string; readonly isShort?: boolean }) {
  if (text === '') return null;
  if (isShort && text.length > SHORT_GUIDELINE)
    return (
      <details className="guideline">
        <summary>{t.whatToDo}</summary>
        <p className="note written">{text}</p>
      </details>
    );
  return (
    <div className="guideline">
      <h2>{t.whatToDo}</h2>
      <p className={isShort ? 'note written' : 'written'}>{text}</p>
    </div>
  );
}
