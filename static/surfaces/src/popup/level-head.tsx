import { LevelLozenge } from '../../../admin/src/ui/level-lozenge';
import type { ShownLevel } from '../../../../src/surfaces/contract';
import { commonTexts } from '../common-texts';
import { popupTexts as t } from './texts';

/** The level of the page and its meaning. */
export function LevelHead({ level }: { readonly level: ShownLevel | null }) {
  return (
    <header className="level-head">
      <h1 className="note" tabIndex={-1}>
        {t.title}
      </h1>
      {level === null ? (
        <>
          <p className="level-name">{commonTexts.unclassified}</p>
          <p className="note">{t.noDescription}</p>
        </>
      ) : (
        <Meaning level={level} />
      )}
    </header>
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
      {guideline !== '' && (
        <div className="guideline">
          <h2>{t.whatToDo}</h2>
          <p className="written">{guideline}</p>
        </div>
      )}
    </>
  );
}
