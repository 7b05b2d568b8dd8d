import { texts } from '../texts';
import { CopyButton } from '../ui/copy-button';

interface LevelIdProps {
  readonly id: string;
  /** `restricted`, of a sub-level `restricted/finance` */
  readonly levelKey: string;
  readonly name: string;
}

/** What scripts and automation rules call a level or a sub-level: by its key or by its UUID. */
export function LevelId({ id, levelKey, name }: LevelIdProps) {
  return (
    <div className="level-ids">
      <span className="level-id">
        <code className="key-id">{levelKey}</code>
        <CopyButton label={texts.levels.copyKey(name)} text={levelKey} />
      </span>
      <span className="level-id">
        <code className="key-id">{id}</code>
        <CopyButton label={texts.levels.copyId(name)} text={id} />
      </span>
    </div>
  );
}
