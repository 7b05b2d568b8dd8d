import { useState } from 'react';
import type { LevelList } from '../../../../src/admin/change-levels';
import { ask, type OperationError, type Outcome } from '../operations';
import type { Change } from '../ui/changes-table';
import { useSending } from '../use-sending';
import { readDifferences } from './differences';

interface ConfigurationChangeOptions {
  /** The levels and settings when the dialog opened. */
  readonly list: LevelList;
  readonly onChanged: (list: LevelList) => void;
}

type Sent =
  | { readonly outcome: 'done'; readonly list: LevelList }
  | { readonly outcome: 'overtaken'; readonly list: LevelList }
  | { readonly outcome: 'refused'; readonly error: OperationError };

/**
 * A change of the levels or the settings out of a dialog, on top of those that the person has seen. Where somebody else
 * was faster they are read again and the next attempt is on top of these; what is different in them is to be shown first.
 */
export function useConfigurationChange({ list, onChanged }: ConfigurationChangeOptions) {
  const [base, setBase] = useState(list);
  const [overtakenBy, setOvertakenBy] = useState<readonly Change[]>();
  const [failure, setFailure] = useState<OperationError>();
  const { isSending, send: once } = useSending();

  const send = async (change: (rev: number) => Promise<Outcome<LevelList>>): Promise<Sent> => {
    setFailure(undefined);
    const answer = await change(base.rev);
    const sent = answer.ok ? ({ outcome: 'done', list: answer.value } as const) : await afterRefusal(answer.error);
    if (sent.outcome !== 'refused') onChanged(sent.list);
    return sent;
  };

  const afterRefusal = async (error: OperationError): Promise<Sent> => {
    if (error.code !== 'LEVELS_CHANGED') return { outcome: 'refused', error };
    const latest = await ask('listLevels', {});
    if (!latest.ok) return { outcome: 'refused', error: latest.error };
    setOvertakenBy(await readDifferences(base, latest.value));
    setBase(latest.value);
    return { outcome: 'overtaken', list: latest.value };
  };

  return {
    base,
    overtakenBy,
    failure,
    setFailure,
    isSending,
    /** For what a button does: pressed again meanwhile, it does nothing. */
    once,
    send,
  };
}

export type ConfigurationChange = ReturnType<typeof useConfigurationChange>;
