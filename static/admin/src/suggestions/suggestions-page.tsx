import Button from '@atlaskit/button/new';
import { useCallback, useState } from 'react';
import type { LevelList } from '../../../../src/admin/levels/change-levels';
import type { SuggestionList, SuggestionView } from '../../../../src/admin/findings/suggestions';
import type { Query } from '../address-part';
import { NO_NAMES } from '../detections/names';
import { SpaceField } from '../detections/space-field';
import type { Names } from '../names';
import { ask, type Outcome } from '../operations';
import { GoToLink } from '../overview/go-to-link';
import { texts } from '../texts';
import { EmptyState } from '../ui/empty-state';
import { Failure } from '../ui/failure';
import { SelectField } from '../ui/form-fields';
import { Loaded } from '../ui/loaded';
import { Message } from '../ui/message';
import { PageHeader } from '../ui/page-header';
import { useAddressState } from '../use-address-state';
import { useLoad } from '../use-load';
import { useOpenDialog } from '../use-open-dialog';
import { useSpaceNames } from '../use-space-names';
import { type Filter, FILTER, isFiltered, REASONS } from './filter';
import { SetLevelsDialog } from './set-levels-dialog';
import { SuggestionsTable } from './suggestions-table';
import './suggestions.css';
import { useSuggestions } from './use-suggestions';

type Selection = ReadonlyMap<string, SuggestionView>;

const NONE: Selection = new Map();

/** The dialog in the address of the page. */
function openDialogIn({ dialog }: Query) {
  return dialog === 'set' ? ({ dialog } as const) : undefined;
}

/** Suggested levels for pages without one. */
export default function SuggestionsPage() {
  const { suggestions: t } = texts;
  const { load, reload } = useLoad(useCallback(readLevelsAndRules, []));
  return (
    <>
      <PageHeader title={t.title} intro={t.intro} />
      <Loaded load={load} failed={texts.levels.failed} onRetry={reload}>
        {({ levels, hasRules }) => (
          <>
            {!hasRules && (
              <Message kind="warning" title={t.noRules}>
                <p>{t.noRulesBody}</p>
                <GoToLink page="policy" query={{ section: 'levels-from-findings' }}>
                  {t.setRules}
                </GoToLink>
              </Message>
            )}
            <Suggestions levels={levels} />
          </>
        )}
      </Loaded>
    </>
  );
}

/** Without rules, findings require no level, so most suggestions are only what the pages around have. */
async function readLevelsAndRules(): Promise<Outcome<{ readonly levels: LevelList; readonly hasRules: boolean }>> {
  const [levels, detection] = await Promise.all([ask('listLevels', {}), ask('getDetection', {})]);
  if (!levels.ok) return levels;
  if (!detection.ok) return detection;
  return { ok: true, value: { levels: levels.value, hasRules: detection.value.rules.length > 0 } };
}

function Suggestions({ levels }: { readonly levels: LevelList }) {
  const { suggestions: t } = texts;
  const [filter, setFilter] = useAddressState(FILTER);
  const { load, reload, more, loadMore } = useSuggestions(filter);
  const [selected, setSelected] = useState(NONE);
  const { open, show, close } = useOpenDialog(openDialogIn, { set: 'suggestions-list' });
  const shown = load.state === 'ready' ? load.value.pages : [];
  const spaceIds = [
    ...new Set([...shown.map(({ spaceId }) => spaceId), ...(filter.spaceId === '' ? [] : [filter.spaceId])]),
  ];
  const spaces = useSpaceNames(spaceIds) ?? NO_NAMES.spaces;
  const change = (changes: Partial<Filter>) => {
    setSelected(NONE);
    setFilter(changes);
  };
  return (
    <>
      <Filters filter={filter} spaces={spaces} spaceIds={spaceIds} onChange={change} />
      <section id="suggestions-list" tabIndex={-1} aria-label={t.list.caption}>
        <Loaded load={load} failed={t.failed} onRetry={reload}>
          {(list) => (
            <>
              <Found list={list} isFiltered={isFiltered(filter)} />
              {list.pages.length > 0 && (
                <SuggestionsTable
                  pages={list.pages}
                  levels={levels.levels}
                  spaces={spaces}
                  selected={selected}
                  onSelect={setSelected}
                />
              )}
              {more.state === 'failed' && <Failure title={t.failed} error={more.error} onRetry={more.retry} />}
              {list.cursor !== undefined && (
                <p>
                  <Button isLoading={more.state === 'loading'} onClick={() => loadMore(list)}>
                    {t.list.more}
                  </Button>
                </p>
              )}
            </>
          )}
        </Loaded>
      </section>
      {selected.size > 0 && (
        <SelectionBar count={selected.size} onSet={() => show({ dialog: 'set' })} onClear={() => setSelected(NONE)} />
      )}
      {open !== undefined && selected.size > 0 && (
        <SetLevelsDialog
          pages={[...selected.values()]}
          levels={levels}
          onClose={(hasStarted) => {
            close();
            if (!hasStarted) return;
            setSelected(NONE);
            void reload();
          }}
        />
      )}
    </>
  );
}

interface FiltersProps {
  readonly filter: Filter;
  readonly spaces: Names['spaces'];
  readonly spaceIds: readonly string[];
  readonly onChange: (changes: Partial<Filter>) => void;
}

function Filters({ filter, spaces, spaceIds, onChange }: FiltersProps) {
  const { suggestions: t } = texts;
  return (
    <search className="suggestions-filters" aria-label={t.search}>
      <SpaceField
        spaceId={filter.spaceId}
        names={{ spaces }}
        spaceIds={spaceIds}
        onChange={(spaceId) => onChange({ spaceId })}
      />
      <SelectField
        label={t.reason}
        value={filter.reason}
        options={[
          { value: '' as const, label: t.anyReason },
          ...REASONS.map((value) => ({ value, label: t.kinds[value] })),
        ]}
        onChange={(reason) => onChange({ reason })}
      />
    </search>
  );
}

interface SelectionBarProps {
  readonly count: number;
  readonly onSet: () => void;
  readonly onClear: () => void;
}

/** It stays visible while the list scrolls. */
function SelectionBar({ count, onSet, onClear }: SelectionBarProps) {
  const { selection: t } = texts.suggestions;
  return (
    <div className="selection-bar" role="group" aria-label={t.label}>
      <strong role="status">{t.selected(count)}</strong>
      <Button appearance="primary" onClick={onSet}>
        {t.set}
      </Button>
      <Button appearance="subtle" onClick={onClear}>
        {t.clear}
      </Button>
    </div>
  );
}

/** The number of suggestions, or the reason for an empty list. */
function Found({ list, isFiltered: hasFilter }: { readonly list: SuggestionList; readonly isFiltered: boolean }) {
  const { suggestions: t } = texts;
  const { pages, checked, cursor } = list;
  if (pages.length > 0 || cursor !== undefined) {
    const words = cursor === undefined ? t.list.checkedAll : t.list.checked;
    return (
      <p role="status" className="note">
        {pages.length === 0 ? `${t.noneSoFar} ` : ''}
        {words(pages.length, checked)}
      </p>
    );
  }
  if (hasFilter) return <p role="status">{t.noneFiltered}</p>;
  return (
    <EmptyState title={t.none} body={t.noneBody}>
      <GoToLink page="policy" query={{ section: 'levels-from-findings' }}>
        {t.setRules}
      </GoToLink>
    </EmptyState>
  );
}
