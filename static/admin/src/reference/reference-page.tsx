import { useCallback, useRef } from 'react';
import type createSwaggerUi from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import type { Outcome } from '../operations';
import { texts } from '../texts';
import { useLoad } from '../use-load';
import { CopyField } from '../ui/copy-field';
import { Message } from '../ui/message';
import { PageHeader } from '../ui/page-header';
import { readReference, type Reference } from './read-reference';
import { KeyField } from './key-field';
import { OperationsNav } from './operations-nav';
import './reference.css';
import { SwaggerUi } from './swagger-ui';
import { Loaded } from '../ui/loaded';

interface Loaded {
  readonly create: typeof createSwaggerUi;
  readonly reference: Reference;
}

/** Swagger UI over the document of the deployed app, at its real address. */
export default function ReferencePage() {
  const { load, reload } = useLoad<Loaded>(readEverything);
  const key = useRef<HTMLInputElement>(null);
  const readKey = useCallback(() => key.current?.value.trim() ?? '', []);
  return (
    <>
      <PageHeader title={texts.reference.title} intro={texts.reference.intro} />
      <Loaded load={load} failed={texts.reference.failed} onRetry={reload}>
        {(value) => (
          <>
            <div className="reference-start">
              <CopyField
                label={texts.reference.baseAddress}
                help={texts.reference.baseAddressHelp}
                shown={value.reference.baseUrl}
                copied={value.reference.baseUrl}
                button={texts.reference.copyAddress}
                onCopied={() => undefined}
              />
              <KeyField input={key} />
            </div>
            <Message kind="warning" title={texts.reference.realPages}>
              <p>{texts.reference.realPagesBody}</p>
            </Message>
            <div className="reference-columns">
              <OperationsNav document={value.reference.document} />
              <SwaggerUi {...value} readKey={readKey} />
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

async function readEverything(): Promise<Outcome<Loaded>> {
  try {
    // Loaded only here, because it is larger than the rest of the admin area.
    const [{ default: create }, reference] = await Promise.all([
      import('swagger-ui-dist/swagger-ui-es-bundle.js'),
      readReference(),
    ]);
    return reference.ok ? { ok: true, value: { create, reference: reference.value } } : reference;
  } catch {
    return { ok: false, error: { code: 'UNREACHABLE', message: texts.reference.notLoaded } };
  }
}
