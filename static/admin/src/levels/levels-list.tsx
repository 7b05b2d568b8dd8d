import type { Level } from '../../../../src/classification/model';
import { texts } from '../texts';
import { Disclosure } from '../ui/disclosure';
import { EmptyState } from '../ui/empty-state';
import type { LevelActions } from './level-actions';
import { ArchivedLevelRow, LiveLevelRow } from './level-row';
import type { PageCounts } from './page-count';
import { focusIds } from './level-ref';

interface LevelsListProps {
  readonly levels: readonly Level[];
  readonly counts: PageCounts;
  readonly actions: LevelActions;
}

export function LevelsList({ levels, counts, actions }: LevelsListProps) {
  const t = texts.levels;
  const live = levels.filter(({ status }) => status === 'PUBLISHED');
  const archived = levels.filter(({ status }) => status === 'ARCHIVED');
  return (
    <>
      {live.length === 0 ? (
        <EmptyState title={t.empty} body={t.emptyBody} />
      ) : (
        <ol className="levels" aria-label={t.list}>
          {live.map((level, index) => (
            <LiveLevelRow
              key={level.levelId}
              level={level}
              position={{ at: index + 1, of: live.length }}
              counts={counts}
              actions={actions}
            />
          ))}
        </ol>
      )}
      {archived.length > 0 && (
        <Disclosure id={focusIds.archivedLevels} summary={t.archivedCount(archived.length)}>
          <p className="level-text subtle">{t.archivedNote}</p>
          <ul className="levels" aria-label={t.archivedList}>
            {archived.map((level) => (
              <ArchivedLevelRow key={level.levelId} level={level} counts={counts} actions={actions} />
            ))}
          </ul>
        </Disclosure>
      )}
    </>
  );
}
