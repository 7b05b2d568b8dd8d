import { texts } from '../texts';
import { CopyButton } from '../ui/copy-button';

interface LevelIdProps {
  readonly id: string;
  /** `restricted`, or `restricted/finance` for a sub-level */
  readonly levelKey: string;
  readonly name: string;
}

/** The key and the UUID of a level or sub-level, for scripts and automation rules. */
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
