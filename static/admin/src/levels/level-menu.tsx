import { useState } from 'react';
import { texts } from '../texts';
import { Menu } from '../ui/menu';
import { showSuccess } from '../ui/success-flag';

interface LevelMenuProps {
  readonly id: string;
  /** `restricted`, or `restricted/finance` for a sub-level */
  readonly levelKey: string;
  readonly name: string;
}

/** Copies the key or the ID of a level or sub-level, for scripts and automation rules. */
export function LevelMenu({ id, levelKey, name }: LevelMenuProps) {
  const t = texts.levels;
  /** The text that the browser did not copy. */
  const [refused, setRefused] = useState<string>();
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setRefused(undefined);
      showSuccess({ id: `copied-${id}`, title: texts.copied, description: text });
    } catch {
      setRefused(text);
    }
  };
  return (
    <>
      <Menu
        label={t.moreOf(name)}
        items={[
          { label: t.copyKey, note: levelKey, onSelect: () => void copy(levelKey) },
          { label: t.copyId, note: id, onSelect: () => void copy(id) },
        ]}
      />
      {refused !== undefined && (
        <p className="level-copy" role="alert">
          {t.copyRefused} <code>{refused}</code>
        </p>
      )}
    </>
  );
}
