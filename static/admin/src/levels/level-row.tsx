import type { ReactNode } from 'react';
import type { Level } from '../../../../src/classification/model';
import { texts } from '../texts';
import { Disclosure } from '../ui/disclosure';
import type { LevelActions } from './level-actions';
import { LevelMenu } from './level-menu';
import { LevelLozenge } from '../ui/level-lozenge';
import { type PageCounts, ShownPageCount } from './page-count';
import { focusIds } from './level-ref';
import { ArchivedButtons, RowButtons } from './row-buttons';
import { RowProblem } from './row-problem';
import { OtherLanguages, SubLevelList, SubLevelRow } from './sub-level-list';

interface LiveLevelRowProps {
  readonly level: Level;
  readonly position: { readonly at: number; readonly of: number };
  readonly counts: PageCounts;
  readonly actions: LevelActions;
}

export function LiveLevelRow({ level, position, counts, actions }: LiveLevelRowProps) {
  const { levelId, name } = level;
  return (
    <li className="level">
      <Head level={level} position={position.at} counts={counts}>
        <RowButtons levelRef={{ levelId }} name={name} position={position} actions={actions} />
      </Head>
      <RowProblem levelRef={{ levelId }} name={name} actions={actions} />
      <Texts level={level} />
      <SubLevelList level={level} actions={actions} />
    </li>
  );
}

interface ArchivedLevelRowProps {
  readonly level: Level;
  readonly counts: PageCounts;
  readonly actions: LevelActions;
}

/** Shows the IDs of the sub-levels. They cannot be edited until the level is restored. */
export function ArchivedLevelRow({ level, counts, actions }: ArchivedLevelRowProps) {
  const { levelId, name, subLevels } = level;
  return (
    <li className="level">
      <Head level={level} counts={counts}>
        <ArchivedButtons levelRef={{ levelId }} name={name} actions={actions} />
      </Head>
      <RowProblem levelRef={{ levelId }} name={name} actions={actions} />
      <Texts level={level} />
      {subLevels.length > 0 && (
        <div className="sub-levels">
          <ul aria-label={texts.levels.subLevels.of(name)}>
            {subLevels.map((subLevel) => (
              <SubLevelRow key={subLevel.subLevelId} level={level} subLevel={subLevel} actions={undefined} />
            ))}
          </ul>
        </div>
      )}
    </li>
  );
}

interface HeadProps {
  readonly level: Level;
  /** undefined: an archived level has no position. */
  readonly position?: number;
  readonly counts: PageCounts;
  readonly children: ReactNode;
}

function Head({ level, position, counts, children }: HeadProps) {
  const { levelId, levelKey, name, color } = level;
  return (
    <div className="level-head">
      {position !== undefined && (
        <span className="level-position" aria-hidden="true">
          {position}
        </span>
      )}
      <h2 id={focusIds.name(levelId)} className="level-name" tabIndex={-1}>
        <LevelLozenge name={name} color={color} />
      </h2>
      <span className="subtle">{texts.levels.colors[color]}</span>
      <ShownPageCount counts={counts} levelId={levelId} />
      {children}
      <LevelMenu id={levelId} levelKey={levelKey} name={name} />
    </div>
  );
}

function Texts({ level }: { readonly level: Level }) {
  const { name, description, guideline, banner } = level;
  const { banner: t, form } = texts.levels;
  return (
    <>
      {description !== '' && <p className="level-text">{description}</p>}
      {guideline !== '' && (
        <Disclosure
          summary={
            <>
              {form.guideline}
              <span className="visually-hidden"> ({name})</span>
            </>
          }
        >
          <p className="level-text">{guideline}</p>
        </Disclosure>
      )}
      {banner !== undefined && (
        <Disclosure
          summary={
            <>
              {t.title}
              <span className="visually-hidden"> ({name})</span>
            </>
          }
        >
          <p className="level-text">{banner.text}</p>
          {banner.contact !== undefined && <p className="subtle">{t.shownContact(banner.contact)}</p>}
        </Disclosure>
      )}
      <OtherLanguages of={level} />
    </>
  );
}
