import { LevelLozenge } from '../../../admin/src/ui/level-lozenge';
import type { LevelName } from '../../../../src/surfaces/contract';
import { commonTexts } from '../common-texts';

/** A level in a list. null = no level. */
export function LevelOrNone({ level }: { readonly level: LevelName | null }) {
  return level === null ? (
    <span>{commonTexts.unclassified}</span>
  ) : (
    <LevelLozenge name={level.name} color={level.color} />
  );
}
