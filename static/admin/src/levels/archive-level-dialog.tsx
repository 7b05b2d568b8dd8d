import Button from '@atlaskit/button/new';
import { showSuccess } from '../ui/success-flag';
import { useCallback } from 'react';
import type { LevelList } from '../../../../src/admin/levels/change-levels';
import type { LevelUse } from '../../../../src/admin/levels/levels';
import type { Level } from '../../../../src/classification/model';
import { useNavigation } from '../navigation';
import { formatAgo } from '../dates';
import { ask } from '../operations';
import { texts } from '../texts';
import { Message } from '../ui/message';
import { useLoad } from '../use-load';
import { ArchiveFrame } from './archive-frame';
import { useConfigurationChange } from '../configuration/use-configuration-change';
import { Loaded } from '../ui/loaded';

interface ArchiveLevelDialogProps {
  readonly list: LevelList;
  readonly level: Level;
  readonly onChanged: (list: LevelList) => void;
  readonly onClose: () => void;
}

/** Loads the usage of the level first. The user can confirm only after seeing it. */
export default function ArchiveLevelDialog({ list, level, onChanged, onClose }: ArchiveLevelDialogProps) {
  const { levelId } = level;
  const t = texts.levels.archiving;
  const change = useConfigurationChange({ list, onChanged });
  const { rev, levels } = change.base;
  // Loads the usage again after a change of another admin.
  const read = useCallback(() => ask('describeLevelUse', { levelId }), [levelId, rev]);
  const { load, reload } = useLoad(read);
  const now = levels.find((one) => one.levelId === levelId) ?? level;

  const archive = async () => {
    const sent = await change.send((base) => ask('archiveLevel', { rev: base, levelId, confirmed: true }));
    if (sent.outcome === 'refused') change.setFailure(sent.error);
    if (sent.outcome !== 'done') return;
    showSuccess({ id: `level-archived-${levelId}`, title: t.done, description: t.doneBody(now.name) });
    onClose();
  };

  return (
    <ArchiveFrame
      title={t.title(now.name)}
      change={change}
      isArchived={now.status === 'ARCHIVED'}
      isReady={load.state === 'ready' && placesOf(load.value.settings).length === 0}
      onArchive={() => void change.runOnce(archive)}
      onClose={onClose}
    >
      <Loaded load={load} failed={t.useFailed} onRetry={reload} rows={3}>
        {(value) => <Use {...value} />}
      </Loaded>
      <h3>{t.effects}</h3>
      <ul>
        {t.effectList.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
    </ArchiveFrame>
  );
}

function placesOf({ isSiteDefault, spaceIds, schemeNames }: LevelUse['settings']): readonly string[] {
  const t = texts.levels.archiving;
  return [
    ...(isSiteDefault ? [t.siteDefault] : []),
    ...(spaceIds.length > 0 ? [t.spaceDefaults(spaceIds.length)] : []),
    ...schemeNames.map(t.inScheme),
  ];
}

function Use({ pages, pagesAsOf, keys, settings }: LevelUse) {
  const t = texts.levels.archiving;
  const { goTo } = useNavigation();
  const places = placesOf(settings);
  return (
    <>
      {places.length > 0 && (
        <Message kind="warning" title={t.inSettings}>
          <ul>
            {places.map((place) => (
              <li key={place}>{place}</li>
            ))}
          </ul>
          <Button onClick={() => goTo('policy')}>{t.toSettings}</Button>
        </Message>
      )}
      <h3>{t.use}</h3>
      <ul>
        <li>{t.pages(pages)}</li>
        <li>
          {t.keys(keys.length)}
          {keys.length > 0 && (
            <ul aria-label={t.keyList}>
              {keys.map(({ keyId, name }) => (
                <li key={keyId}>
                  {name} <code className="key-id">pclsk_{keyId}_…</code>
                </li>
              ))}
            </ul>
          )}
        </li>
      </ul>
      <p className="subtle">{pagesAsOf === undefined ? t.recentChangesNote : t.asOfNote(formatAgo(pagesAsOf))}</p>
    </>
  );
}
