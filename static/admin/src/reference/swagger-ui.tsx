import { useEffect, useRef, useState } from 'react';
import type createSwaggerUi from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import type { Reference } from './read-reference';
import { KEY_PLACEHOLDER } from './http-request';
import { createPortals, PortalsOutlet } from './portals';
import { createSend } from './send-request';
import { createPlugin, LAYOUT, NO_LAYOUT } from './swagger-plugin';

interface SwaggerUiProps {
  readonly create: typeof createSwaggerUi;
  readonly reference: Reference;
  /** Returns the key, or '' if there is none. Must be the same function on every render. */
  readonly readKey: () => string;
}

/** Swagger UI in its own element. It has a placeholder instead of the key. */
export function SwaggerUi({ create, reference, readKey }: SwaggerUiProps) {
  const node = useRef<HTMLDivElement>(null);
  const [portals] = useState(createPortals);

  useEffect(() => {
    if (node.current === null) return undefined;
    const { document, baseUrl } = reference;
    const system = create({
      domNode: node.current,
      spec: document,
      layout: LAYOUT,
      presets: [create.presets.apis],
      plugins: [createPlugin({ document, baseUrl, portals, send: createSend(baseUrl, readKey) })],
      onComplete: () => {
        for (const scheme of Object.keys(document.components.securitySchemes)) {
          system.preauthorizeApiKey(scheme, KEY_PLACEHOLDER);
        }
      },
      validatorUrl: null,
      syntaxHighlight: { activated: false },
      showMutatedRequest: false,
    });
    // Swagger UI has no unmount function. Rendering nothing unmounts its components.
    return () => system.layoutActions.updateLayout(NO_LAYOUT);
  }, [create, reference, portals, readKey]);

  return (
    <>
      <div ref={node} />
      <PortalsOutlet portals={portals} />
    </>
  );
}
