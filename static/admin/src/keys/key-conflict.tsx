import type { KeySettings } from '../../../../src/keys/key-settings';
import type { KeyView } from '../../../../src/keys/key-view';
import { levelName, type Names, spaceName } from '../names';
import { texts } from '../texts';
import { ChangesTable } from '../ui/changes-table';
import { Message } from '../ui/message';
import { differences, draftOf, settingsOf } from './key-draft';

interface KeyConflictProps {
  readonly before: KeyView;
  readonly now: KeyView;
  readonly names: Names;
  /** The actions that the user can take next. */
  readonly advice: string;
}

/** The changes that another admin made to the key. */
export function KeyConflict({ before, now, names, advice }: KeyConflictProps) {
  const [old, latest] = [settingsOf(draftOf(before, names)), settingsOf(draftOf(now, names))];
  const changed = differences(old, latest);
  return (
    <Message kind="error" title={texts.editDialog.changed}>
      {changed.length === 0 ? (
        <p>{texts.editDialog.changedNothing}</p>
      ) : (
        <>
          <p>{advice}</p>
          <ChangesTable
            heading={texts.editDialog.setting}
            changes={changed.map((name) => ({
              what: texts.form[name],
              before: inWords(old, name, names),
              now: inWords(latest, name, names),
            }))}
          />
        </>
      )}
    </Message>
  );
}

function inWords(settings: KeySettings, name: keyof KeySettings, names: Names): string {
  switch (name) {
    case 'name':
      return settings.name;
    case 'classificationScope':
    case 'detectionScope':
      return texts.ranks[settings[name]];
    case 'levelLimit':
      return settings.levelLimit.map((entry) => levelName(names, entry)).join(', ') || texts.form.anyLevel;
    case 'spaceLimit':
      return settings.spaceLimit.map((entry) => spaceName(names, entry)).join(', ') || texts.form.anySpace;
  }
}
