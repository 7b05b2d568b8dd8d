import { texts } from '../texts';
import { CopyButton } from '../ui/copy-button';

/** What scripts and automation rules call a level or a sub-level. */
export function LevelId({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <span className="level-id">
      <code className="key-id">{id}</code>
      <CopyButton label={texts.levels.copyId(name)} text={id} />
    </span>
  );
}
