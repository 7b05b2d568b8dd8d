import type { WalkView } from '../../../../src/admin/levels/mirror';
import type { Level } from '../../../../src/classification/model';
import { formatInstant } from '../dates';
import { levelName, spaceName } from '../names';
import { texts } from '../texts';
import { Fact } from '../ui/fact';
import { Message } from '../ui/message';
import { useSpaceNames } from '../use-space-names';

interface ShownWalkProps {
  readonly walk: WalkView;
  readonly levels: readonly Level[];
}

/** The state and the numbers of an update of pages. */
export function ShownWalk({ walk, levels }: ShownWalkProps) {
  const { mirror: t } = texts;
  const { state, cause, startedAt, touchedAt, endedAt = touchedAt, waitsUntil, counts } = walk;
  const isOpen = state === 'running' || state === 'paused';
  return (
    <>
      <div role="status">
        <Message
          kind={state === 'failed' ? 'warning' : 'information'}
          title={t.states[state](formatInstant(isOpen ? startedAt : endedAt))}
        >
          {waitsUntil !== undefined && <p>{t.waits(formatInstant(waitsUntil))}</p>}
          {state === 'failed' && <p>{t.failedBody}</p>}
          {state === 'running' && <progress className="progress" aria-label={t.progress} />}
        </Message>
      </div>
      <dl className="facts">
        <Fact label={t.cause}>{t.causes[cause]}</Fact>
        <Fact label={t.scope}>
          <Scope scope={walk.scope} levels={levels} />
        </Fact>
        <Fact label={t.checked}>{t.pages(counts.checked)}</Fact>
        <Fact label={t.written}>{t.pages(counts.written)}</Fact>
        <Fact label={t.problems}>
          {counts.failed + counts.unreachable === 0 && t.noProblems}
          {counts.failed > 0 && <p>{t.failedPages(counts.failed)}</p>}
          {counts.unreachable > 0 && <p>{t.unreachable(counts.unreachable)}</p>}
        </Fact>
        {isOpen && <Fact label={t.lastStep}>{formatInstant(touchedAt)}</Fact>}
      </dl>
    </>
  );
}

function Scope({ scope, levels }: Pick<WalkView, 'scope'> & Pick<ShownWalkProps, 'levels'>) {
  const { scopes } = texts.mirror;
  const spaceId = typeof scope === 'object' && 'spaceId' in scope ? scope.spaceId : undefined;
  const spaces = useSpaceNames(spaceId === undefined ? [] : [spaceId]);
  if (scope === 'all') return scopes.all;
  if ('levelId' in scope) return scopes.level(levelName({ levels }, scope.levelId));
  return scopes.space(spaceName({ spaces: spaces ?? new Map() }, scope.spaceId));
}
