import Button from '@atlaskit/button/new';
import { useId, useMemo, useState } from 'react';
import type { DetectionView } from '../../../../src/admin/detection/change-detection';
import type { TriedText } from '../../../../src/detection/custom/try-text';
import { evidenceInWords } from '../detections/evidence';
import { SeverityLozenge } from '../detections/severity';
import { fieldMessages } from '../field-messages';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { Form } from '../ui/form';
import { Message } from '../ui/message';
import { Section } from '../ui/section';
import { useSending } from '../use-sending';
import { TextAreaField } from '../ui/form-fields';
import { HighlightedText } from './highlighted-text';
import { Table } from '../ui/table';

interface Tested extends TriedText {
  readonly text: string;
}

/**
 * The sample outlives the page, so that a changed detector can be tried on the same text. It can contain a real value, so it is only in
 * the memory of the browser tab: not in storage, the address or a log.
 */
let sample = '';

/** Shows the findings in a text. */
export function TestBench({ view }: { readonly view: DetectionView }) {
  const { bench: t } = texts.detectors;
  const formId = useId();
  const [text, setText] = useState(sample);
  const [result, setResult] = useState<Tested>();
  const [failure, setFailure] = useState<OperationError>();
  const { isSending, send } = useSending();
  const wrong = failure === undefined ? undefined : fieldMessages(failure).find(([name]) => name === 'text')?.[1];

  const errors = useMemo(() => (wrong === undefined ? {} : { wrong }), [wrong]);
  const test = async () => {
    setFailure(undefined);
    const answer = await ask('tryDetectors', { text });
    setResult(answer.ok ? { ...answer.value, text } : undefined);
    if (!answer.ok) setFailure(answer.error);
  };

  return (
    <Section id="detectors-bench" title={t.title} intro={t.intro}>
      <Form id={formId} errors={errors} onSubmit={() => void send(test)}>
        <TextAreaField
          label={t.text}
          help={t.textHelp}
          error={wrong}
          rows={6}
          spellCheck={false}
          value={text}
          onChange={(typed) => {
            sample = typed;
            setText(typed);
          }}
        />
        <Button type="submit" isLoading={isSending}>
          {t.submit}
        </Button>
      </Form>
      {failure !== undefined && wrong === undefined && <Failure title={t.failed} error={failure} />}
      <div role="status" className="detectors-result">
        {result !== undefined && (result.findings.length === 0 ? t.none : t.found(result.findings.length))}
      </div>
      {result !== undefined && <BenchResult view={view} result={result} />}
    </Section>
  );
}

interface BenchResultProps {
  readonly view: Pick<DetectionView, 'catalog'>;
  readonly result: Tested;
}

/** The text with its findings, and the table of the findings. */
export function BenchResult({ view, result }: BenchResultProps) {
  const { bench: t } = texts.detectors;
  const nameOf = (id: string) => view.catalog.find(({ detectorId }) => detectorId === id)?.name ?? id;
  const { findings, overBudget } = result;
  return (
    <>
      {overBudget.length > 0 && <Message kind="warning" title={t.partial(overBudget.map(nameOf).join(', '))} />}
      {findings.length > 0 && <HighlightedText text={result.text} findings={findings} />}
      {findings.length > 0 && (
        <Table
          caption={t.caption}
          headings={[
            t.columns.number,
            t.columns.detector,
            t.columns.severity,
            t.columns.confidence,
            t.columns.excerpt,
            t.columns.evidence,
          ]}
          className="detectors-table bench-table"
        >
          {findings.map(({ detectorId, severity, confidence, maskedExcerpt, evidence, start }, index) => (
            <tr key={`${detectorId} ${start}`}>
              <td data-label={t.columns.number}>{index + 1}</td>
              <th scope="row" data-label={t.columns.detector}>
                {nameOf(detectorId)}
              </th>
              <td data-label={t.columns.severity}>
                <SeverityLozenge severity={severity} />
              </td>
              <td data-label={t.columns.confidence}>{confidence.toFixed(2)}</td>
              <td data-label={t.columns.excerpt}>{maskedExcerpt}</td>
              <td data-label={t.columns.evidence}>
                {evidence.length === 0 ? t.noEvidence : evidence.map((one) => evidenceInWords(one, nameOf)).join(' ')}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}
