import { useState } from 'react';
import Button from '@atlaskit/button/new';
import type { AdminOperations } from '../../../../src/admin/contract';
import type { PreviewableOperation } from '../../../../src/admin/detection/preview-detection';
import type { SamplePreview } from '../../../../src/admin/detection/preview-on-sample';
import { fieldMessages } from '../field-messages';
import { ask, type OperationError } from '../operations';
import { texts } from '../texts';
import { Failure } from '../ui/failure';
import { Message } from '../ui/message';
import { useSending } from '../use-sending';
import { AffectedPages } from './affected-pages';
import { type NamedDetector, PreviewResult } from './preview-result';

interface ChangePreviewProps<O extends PreviewableOperation> {
  readonly detectors: readonly NamedDetector[];
  /** The operation that saves the change, and its input. */
  readonly operation: O;
  readonly input: AdminOperations[O]['input'];
}

interface Previewed {
  readonly preview: SamplePreview;
  /** The input that was previewed, as JSON. */
  readonly input: string;
}

/** Counts what a change changes over all stored findings, before it is saved, and tries it on a sample of pages if it needs a scan. */
export function ChangePreview<O extends PreviewableOperation>({ detectors, operation, input }: ChangePreviewProps<O>) {
  const { preview: t } = texts;
  const [previewed, setPreviewed] = useState<Previewed>();
  const [error, setError] = useState<OperationError>();
  const { isSending, send } = useSending();
  const current = JSON.stringify(input);

  const show = async () => {
    setError(undefined);
    const answer = await ask('previewDetection', { operation, input });
    setPreviewed(answer.ok ? { preview: answer.value, input: current } : undefined);
    if (!answer.ok) setError(answer.error);
  };

  return (
    <section className="change-preview" aria-label={t.title}>
      <p className="form-note">{t.intro}</p>
      <Button spacing="compact" isLoading={isSending} onClick={() => void send(show)}>
        {previewed === undefined ? t.show : t.again}
      </Button>
      {error !== undefined && <Failure title={t.failed} error={withFields(error)} />}
      <div role="status">
        {isSending && <p className="form-note">{t.loading}</p>}
        {!isSending && previewed !== undefined && (
          <>
            {previewed.input !== current && <Message kind="warning" title={t.outdated} />}
            <AffectedPages
              change={{ of: 'detection', operation, input: JSON.parse(previewed.input) as typeof input }}
            />
            <PreviewResult detectors={detectors} preview={previewed.preview} />
          </>
        )}
      </div>
    </section>
  );
}

/** The messages of the fields, because the fields of the form belong to the attempt to save. */
function withFields(error: OperationError): OperationError {
  const messages = fieldMessages(error).map(([, message]) => message);
  return messages.length === 0 ? error : { code: error.code, message: messages.join(' ') };
}
