import Button from '@atlaskit/button/new';
import type { ProbeView, SiteCheckView } from '../../../../src/admin/site/site-check';
import type { ProbeName, ProbeSection as SectionName } from '../../../../src/capabilities/answers';
import { formatInstant } from '../dates';
import { Section } from '../ui/section';
import { Table } from '../ui/table';
import { FrameProbes } from './frame-probes';
import { countStates, isProblem, stateOf } from './probe-state';
import { PROBE_TEXTS, siteCheckTexts as t } from './probe-texts';
import type { SiteCheck } from './use-site-check';
import { WebProbes } from './web-probes';

interface ProbeSectionProps {
  readonly section: SectionName;
  readonly probes: readonly ProbeView[];
  readonly view: SiteCheckView;
  readonly check: SiteCheck;
}

/** The probes of one kind, with what answers them. */
export function ProbeSection({ section, probes, view, check }: ProbeSectionProps) {
  const [, fails, untried] = countStates(probes);
  return (
    <Section id={`site-check-${section}`} title={t.sections[section]} intro={t.sectionSummary(fails, untried)}>
      {section === 'web' && <WebProbes probes={probes} check={check} />}
      {section === 'frame' && <FrameProbes view={view} check={check} />}
      <Table
        caption={t.sections[section]}
        headings={[t.columns.probe, t.columns.answer, t.columns.meaning]}
        className="section-table probes"
      >
        {probes.map((probe) => (
          <ProbeRow key={probe.probe} probe={probe} appVersion={view.appVersion} check={check} />
        ))}
      </Table>
    </Section>
  );
}

export const rowIdOf = (probe: ProbeName) => `probe-${probe}`;

interface ProbeRowProps {
  readonly probe: ProbeView;
  readonly appVersion: string | undefined;
  readonly check: SiteCheck;
}

function ProbeRow({ probe, appVersion, check }: ProbeRowProps) {
  const { name, question } = PROBE_TEXTS[probe.probe];
  const { answer } = probe;
  return (
    <tr>
      <th scope="row" id={rowIdOf(probe.probe)} tabIndex={-1} data-label={t.columns.probe}>
        {name}
      </th>
      <td data-label={t.columns.answer}>
        <StateLozenge probe={probe} />
        {answer !== undefined && answer.state !== 'not-tried' && (
          <span className="line note">
            {t.since(formatInstant(answer.since))}
            {answer.detail !== undefined && <code className="line">{answer.detail}</code>}
            {answer.appVersion !== undefined && answer.appVersion !== appVersion && (
              <span className="line">{t.otherVersion(answer.appVersion)}</span>
            )}
          </span>
        )}
        {probe.isPending && <span className="line note">{t.pending}</span>}
      </td>
      <td data-label={t.columns.meaning}>
        <Meaning probe={probe} />
        {question !== undefined && <Question probe={probe} question={question} check={check} />}
      </td>
    </tr>
  );
}

function StateLozenge({ probe }: Pick<ProbeRowProps, 'probe'>) {
  const state = stateOf(probe);
  const { absent } = PROBE_TEXTS[probe.probe];
  if (state === 'works') return <span className="lozenge lozenge-active">{t.states.works}</span>;
  if (state === 'not-tried') return <span className="lozenge">{t.states['not-tried']}</span>;
  if (absent !== undefined) return <span className="lozenge">{absent}</span>;
  const kind = isProblem(probe) ? 'lozenge-revoked' : 'lozenge-expiring';
  return <span className={`lozenge ${kind}`}>{t.states.fails}</span>;
}

/**
 * The meaning of the answer. Without an answer, the way to find it, and the behavior of the app if it does not work.
 */
function Meaning({ probe }: Pick<ProbeRowProps, 'probe'>) {
  const { works, fails, cure, answeredBy, notKnown } = PROBE_TEXTS[probe.probe];
  const reason = notKnown?.[probe.answer?.detail ?? ''];
  switch (stateOf(probe)) {
    case 'works':
      return <p>{works}</p>;
    case 'fails':
      return (
        <>
          <p>{fails}</p>
          <p className="note">{cure ?? t.nothingToDo}</p>
        </>
      );
    case 'not-tried':
      return (
        <>
          <p>{reason ?? answeredBy ?? t.answeredBy[probe.source]}</p>
          <p className="note">{t.ifItFails(fails)}</p>
        </>
      );
  }
}

interface QuestionProps {
  readonly probe: ProbeView;
  readonly question: string;
  readonly check: SiteCheck;
}

/** Asks the admin, who alone can see the answer. An answer can be removed. */
function Question({ probe: { probe, answer }, question, check }: QuestionProps) {
  const { name } = PROBE_TEXTS[probe];
  const put = (state: 'works' | 'fails' | 'not-tried') => void check.record([{ probe, state }]);
  return (
    <div className="question screen-only">
      {answer === undefined && <p>{question}</p>}
      <div className="presets">
        {answer === undefined ? (
          <>
            <Button
              spacing="compact"
              aria-label={t.question.yesNamed(question)}
              aria-disabled={check.isSending}
              onClick={() => put('works')}
            >
              {t.question.yes}
            </Button>
            <Button
              spacing="compact"
              aria-label={t.question.noNamed(question)}
              aria-disabled={check.isSending}
              onClick={() => put('fails')}
            >
              {t.question.no}
            </Button>
          </>
        ) : (
          <Button
            spacing="compact"
            appearance="subtle"
            aria-label={t.question.removeNamed(name)}
            aria-disabled={check.isSending}
            onClick={() => put('not-tried')}
          >
            {t.question.remove}
          </Button>
        )}
      </div>
    </div>
  );
}
