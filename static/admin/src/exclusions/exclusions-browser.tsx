import Button from '@atlaskit/button/new';
import type { DescribedExclusion } from '../../../../src/admin/findings/describe-exclusions';
import type { ExclusionView } from '../../../../src/admin/findings/exclusions';
import { formatInstant, formatMoment } from '../dates';
import { accountName } from '../names';
import { texts } from '../texts';
import { Browser, useBrowsing } from '../ui/browser';
import { Failure } from '../ui/failure';
import { PageLink } from '../ui/page-link';
import { Select } from '../ui/select';
import { SCOPES } from './draft';
import { ExcludedCount } from './excluded-count';
import type { ExclusionNames, ExclusionsAndNames } from './names';
import { SELECTION, type Selection, selectExclusions } from './selection';
import { useDescribed } from './use-described';
import { What } from './what';
import { describeExclusion, describeScope } from './words';
import { Table } from '../ui/table';

interface ExclusionsBrowserProps {
  readonly value: ExclusionsAndNames;
  readonly onRemove: (exclusion: ExclusionView) => void;
}

const STATES = Object.keys(texts.exclusions.states) as Selection['state'][];

/** The searchable table of exclusions. */
export function ExclusionsBrowser({ value, onRemove }: ExclusionsBrowserProps) {
  const browsing = useBrowsing(SELECTION);
  const { exclusions: t } = texts;
  const { selection, select } = browsing;
  return (
    <Browser
      words={t}
      browsing={browsing}
      matching={selectExclusions(value, selection)}
      filters={
        <>
          <Select
            label={t.scope}
            value={selection.of}
            options={[
              { value: '', label: t.anyScope },
              ...SCOPES.map((of) => ({ value: of, label: t.dialog.scopes[of] })),
            ]}
            onChange={(of) => select({ of })}
          />
          <Select
            label={t.state}
            value={selection.state}
            options={STATES.map((state) => ({ value: state, label: t.states[state] }))}
            onChange={(state) => select({ state })}
          />
        </>
      }
    >
      {(shown) => (
        <ExclusionsTable
          shown={shown}
          names={value.names}
          sort={selection.sort}
          onSort={(sort) => select({ sort })}
          onRemove={onRemove}
        />
      )}
    </Browser>
  );
}

interface ExclusionsTableProps extends Pick<ExclusionsBrowserProps, 'onRemove'> {
  readonly shown: readonly ExclusionView[];
  readonly names: ExclusionNames;
  readonly sort: Selection['sort'];
  readonly onSort: (sort: Selection['sort']) => void;
}

function ExclusionsTable({ shown, names, sort, onSort, onRemove }: ExclusionsTableProps) {
  const { exclusions: t } = texts;
  const { load, reload } = useDescribed(shown);
  const described = load.state === 'ready' ? load.value : undefined;
  return (
    <>
      {load.state === 'failed' && <Failure title={t.counts.failed} error={load.error} onRetry={() => void reload()} />}
      <Table
        caption={t.caption}
        sort={sort}
        onSort={onSort}
        headings={[
          { column: 'what', label: t.columns.what },
          { column: 'where', label: t.columns.where },
          t.columns.why,
          { column: 'added', label: t.columns.added, isDescendingFirst: true },
          { column: 'until', label: t.columns.until },
          t.columns.hits,
          t.columns.actions,
        ]}
        className="exclusions-table"
      >
        {shown.map((exclusion) => (
          <ExclusionRow
            key={exclusion.exclusionId}
            exclusion={exclusion}
            names={names}
            described={described?.get(exclusion.exclusionId)}
            isCounting={load.state === 'loading'}
            onRemove={onRemove}
          />
        ))}
      </Table>
    </>
  );
}

interface ExclusionRowProps {
  readonly exclusion: ExclusionView;
  readonly names: ExclusionNames;
  readonly described: DescribedExclusion | undefined;
  readonly isCounting: boolean;
  readonly onRemove: ExclusionsBrowserProps['onRemove'];
}

function ExclusionRow({ exclusion, names, described, isCounting, onRemove }: ExclusionRowProps) {
  const { exclusions: t } = texts;
  const { reason, createdBy, createdAt, expiresAt, state } = exclusion;
  const name = `${describeExclusion(exclusion, names, described)}, ${describeScope(exclusion, names)}`;
  return (
    <tr>
      <th scope="row" data-label={t.columns.what}>
        <What exclusion={exclusion} names={names} described={described} />
      </th>
      <td data-label={t.columns.where}>
        <Where exclusion={exclusion} names={names} />
      </td>
      <td data-label={t.columns.why} className="exclusions-why">
        {reason}
      </td>
      <td data-label={t.columns.added}>
        <span className="line">{formatMoment(createdAt)}</span>
        <span className="line note">{t.by(accountName(names, createdBy))}</span>
      </td>
      <td data-label={t.columns.until}>
        {state !== 'expired' && (expiresAt === undefined ? t.never : formatInstant(expiresAt))}
        {state === 'outdated' && (
          <>
            <span className="lozenge">{t.outdated}</span>
            <span className="line note">{t.outdatedBecause}</span>
          </>
        )}
        {expiresAt !== undefined && state === 'expired' && (
          <>
            <span className="lozenge">{t.expired}</span>
            <span className="line note">{t.endedOn(formatInstant(expiresAt))}</span>
          </>
        )}
      </td>
      <td data-label={t.columns.hits}>
        {state === 'active' && isCounting && <span className="note">{t.counts.counting}</span>}
        {state === 'active' && described !== undefined && (
          <ExcludedCount key={described.excluded} exclusionId={exclusion.exclusionId} name={name} counted={described} />
        )}
      </td>
      <td data-label={t.columns.actions}>
        <div className="row-buttons">
          <Button
            spacing="compact"
            appearance="subtle"
            aria-label={t.removeOf(name)}
            onClick={() => onRemove(exclusion)}
          >
            {t.remove}
          </Button>
        </div>
      </td>
    </tr>
  );
}

function Where({ exclusion, names }: Pick<ExclusionRowProps, 'exclusion' | 'names'>) {
  const { scope } = exclusion;
  const pageId = scope.of === 'page' ? scope.pageId : undefined;
  const title = pageId === undefined ? undefined : names.pages.get(pageId);
  if (pageId === undefined || title === undefined) return <>{describeScope(exclusion, names)}</>;
  return (
    <>
      {texts.exclusions.where.page}: <PageLink pageId={pageId} title={title} />
    </>
  );
}
