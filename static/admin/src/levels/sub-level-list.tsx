import Button from '@atlaskit/button/new';
import type { Level, SubLevel } from '../../../../src/classification/model';
import { texts } from '../texts';
import { Disclosure } from '../ui/disclosure';
import type { LevelActions } from './level-actions';
import { LevelMenu } from './level-menu';
import { positionOf } from './order';
import { focusIds } from './level-ref';
import { ArchivedButtons, RowButtons } from './row-buttons';
import { RowProblem } from './row-problem';

interface SubLevelListProps {
  readonly level: Level;
  readonly actions: LevelActions;
}

/** The sub-levels of an active level. */
export function SubLevelList({ level, actions }: SubLevelListProps) {
  const t = texts.levels.subLevels;
  const live = level.subLevels.filter(({ status }) => status === 'PUBLISHED');
  const archived = level.subLevels.filter(({ status }) => status === 'ARCHIVED');
  const row = (subLevel: SubLevel) => (
    <SubLevelRow key={subLevel.subLevelId} level={level} subLevel={subLevel} actions={actions} />
  );
  return (
    <div className="sub-levels">
      {live.length > 0 && <ol aria-label={t.of(level.name)}>{live.map(row)}</ol>}
      {archived.length > 0 && (
        <Disclosure
          id={focusIds.archivedSubLevels(level.levelId)}
          summary={
            <>
              {t.archivedCount(archived.length)}
              <span className="visually-hidden"> ({level.name})</span>
            </>
          }
        >
          <p className="subtle">{t.archivedNote}</p>
          <ul aria-label={t.archivedOf(level.name)}>{archived.map(row)}</ul>
        </Disclosure>
      )}
      <Button
        spacing="compact"
        appearance="subtle"
        aria-label={t.createTitle(level.name)}
        onClick={() => actions.createSubLevel(level.levelId)}
      >
        {t.create}
      </Button>
    </div>
  );
}

interface SubLevelRowProps {
  readonly level: Level;
  readonly subLevel: SubLevel;
  /** undefined: the row has no actions. */
  readonly actions: LevelActions | undefined;
}

export function SubLevelRow({ level, subLevel, actions }: SubLevelRowProps) {
  const { subLevelId, subLevelKey, name, description, status } = subLevel;
  const levelRef = { levelId: level.levelId, subLevelId };
  return (
    <li className="sub-level">
      <div className="level-head">
        <span id={focusIds.name(subLevelId)} className="sub-level-name" tabIndex={-1}>
          {name}
        </span>
        {actions === undefined && status === 'ARCHIVED' && (
          <span className="subtle">{texts.levels.statuses.ARCHIVED}</span>
        )}
        {actions !== undefined &&
          (status === 'PUBLISHED' ? (
            <RowButtons levelRef={levelRef} name={name} position={positionOf([level], levelRef)} actions={actions} />
          ) : (
            <ArchivedButtons levelRef={levelRef} name={name} actions={actions} />
          ))}
        <LevelMenu id={subLevelId} levelKey={`${level.levelKey}/${subLevelKey}`} name={name} />
      </div>
      {description !== '' && <p className="level-text">{description}</p>}
      <OtherLanguages of={subLevel} />
      {actions !== undefined && <RowProblem levelRef={levelRef} name={name} actions={actions} />}
    </li>
  );
}

/** The names in other languages. */
export function OtherLanguages({ of }: { readonly of: Pick<Level, 'name' | 'translations'> }) {
  const { name, translations = {} } = of;
  const names = Object.entries(translations).map(([language, one]) => `${one.name ?? name} (${language})`);
  if (names.length === 0) return null;
  return (
    <p className="subtle">
      {texts.levels.translations.title}: {names.sort().join(', ')}
    </p>
  );
}
