import { useCallback, useEffect, useState } from 'react';
import type { SpaceExposureView } from '../../../../src/surfaces/space/contract';
import { readGroupName, readGroupSize } from '../../../admin/src/confluence-groups';
import { formatInstant } from '../../../admin/src/dates';
import { useLoad } from '../../../admin/src/use-load';
import { ask } from '../operations';
import { PUBLIC_LINKS } from '../../../../src/exposure/words';
import { Columns } from '../ui/columns';
import { Failure } from '../ui/failure';
import { LevelOrNone } from '../ui/level-or-none';
import { PageButton } from '../ui/page-button';
import { Skeleton } from '../ui/skeleton';
import { Day } from './found-pages';
import { ListPart, usePartList } from './list-part';
import { spaceTexts } from './texts';

const { exposure: t, level: levelText } = spaceTexts;

/** Who can view the space, for its admins. */
export function ExposurePart() {
  const { load, reload } = useLoad(useCallback(() => ask('readSpaceExposure', {}), []));
  return (
    <section aria-labelledby="exposure">
      <h2 id="exposure">{t.title}</h2>
      <p className="note">{t.intro}</p>
      {load.state === 'loading' && <Skeleton rows={3} />}
      {load.state === 'failed' && <Failure title={t.failed} error={load.error} onRetry={() => void reload()} />}
      {load.state === 'ready' && load.value.state === 'exposure' && <ExposureContent view={load.value} />}
      <OverPages />
    </section>
  );
}

const readOver = (cursor: string | undefined) => ask('listSpaceOver', cursor === undefined ? {} : { cursor });

/** The pages whose authors did not act. */
function OverPages() {
  const list = usePartList(readOver, (part) => (part.state === 'over' ? part.pages : []));
  return (
    <>
      <h3>{t.overTitle}</h3>
      <p className="note">
        {t.overIntro} {PUBLIC_LINKS}
      </p>
      <ListPart list={list} failed={t.overFailed} empty={t.overEmpty}>
        <table className="cards">
          <Columns names={[spaceTexts.page, levelText, t.overSince]} />
          <tbody>
            {list.items.map(({ pageId, title, level, overSince }) => (
              <tr key={pageId}>
                <td>
                  <PageButton pageId={pageId} title={title} label={spaceTexts.openPage} />
                </td>
                <td>
                  <LevelOrNone level={level} />
                </td>
                <td>{overSince !== undefined && <Day at={overSince} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </ListPart>
    </>
  );
}

function ExposureContent({ view }: { readonly view: SpaceExposureView }) {
  const { levels, groupIds, isClosed, checkedAt } = view;
  return (
    <>
      <p role="status">
        {classesOf(view).join(' ')} {isClosed && t.closed}
      </p>
      <p className="note">
        {checkedAt !== undefined && t.measured(formatInstant(checkedAt))} {t.notMeasured}
      </p>
      {groupIds.length > 0 && <Groups groupIds={groupIds} />}
      {levels.length === 0 ? (
        <p className="note">{t.none}</p>
      ) : (
        <table>
          <caption>{t.byLevel}</caption>
          <Columns names={[levelText, t.over, t.within, t.unknown]} />
          <tbody>
            {levels.map(({ levelId, level, pages }) => (
              <tr key={levelId}>
                <td>
                  <LevelOrNone level={level} />
                </td>
                {(['over', 'within', 'unknown'] as const).map((verdict) => (
                  <td key={verdict}>{pages[verdict].toLocaleString()}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

/** The classes of people that can view the space, as far as they are known. */
function classesOf({ anonymous, loggedIn, letsInAllUsers, people, guests }: SpaceExposureView): readonly string[] {
  if (people === undefined) return [t.never];
  const classes = [
    ...(anonymous === true ? [t.anyone] : loggedIn === true ? [t.loggedIn] : letsInAllUsers ? [t.allUsers] : []),
    t.people(people),
  ];
  return guests === undefined || guests.atMost === 0 ? classes : [...classes, t.guests(guests)];
}

/** More groups than this are not asked for. */
const MAX_GROUPS = 20;

interface Group {
  /** Undefined: Confluence does not show it to the person. */
  readonly name?: string;
  readonly size?: number;
}

/** Their names come from Confluence, as the person, and stay in the frame. */
function Groups({ groupIds }: Pick<SpaceExposureView, 'groupIds'>) {
  const [groups, setGroups] = useState<readonly Group[]>();
  useEffect(() => {
    let isUnmounted = false;
    void Promise.all(groupIds.slice(0, MAX_GROUPS).map(readGroup)).then((all) => {
      if (!isUnmounted) setGroups(all);
    });
    return () => {
      isUnmounted = true;
    };
  }, [groupIds]);
  if (groups === undefined) return <Skeleton rows={2} />;
  return (
    <>
      <table>
        <caption>{t.groups}</caption>
        <Columns names={[t.group, t.size]} />
        <tbody>
          {groups.map(({ name, size }, index) => (
            <tr key={groupIds[index]}>
              <td>{name ?? t.unknownGroup}</td>
              <td>{size?.toLocaleString() ?? t.unknownSize}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="note">
        {t.groupsIntro} {groupIds.length > groups.length && t.more(groupIds.length - groups.length)}
      </p>
    </>
  );
}

/** Never rejects. */
async function readGroup(groupId: string): Promise<Group> {
  const [name, size] = await Promise.all([readGroupName(groupId), readGroupSize(groupId)]);
  return { ...(name === undefined ? {} : { name }), ...(size === undefined ? {} : { size }) };
}
