/** As much of Swagger UI as this page uses; the package brings no types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  import type { ComponentType } from 'react';

  /** Its parts pass on whatever they were given, so their properties are known only to those who read them. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  export type Part = ComponentType<any>;

  export interface System {
    readonly fn: { readonly jsonSchema202012: Readonly<Record<'getProperties' | 'isExpandable', unknown>> };
    readonly layoutActions: { updateLayout(layout: string): void };
    /** `isConnected`: it is given the state, and drawn again when it changes. */
    readonly getComponent: (name: string, isConnected?: true) => Part;
    preauthorizeApiKey(scheme: string, value: string): void;
  }

  export type Plugin = (toolbox: { readonly getSystem: () => System }) => {
    readonly components?: Readonly<Record<string, Part>>;
    readonly wrapComponents?: Readonly<Record<string, (original: Part) => Part>>;
    readonly fn?: Readonly<Record<string, unknown>>;
  };

  interface Options {
    readonly domNode: HTMLElement;
    readonly spec: object;
    readonly layout: string;
    readonly presets: readonly unknown[];
    readonly plugins: readonly Plugin[];
    readonly onComplete: () => void;
    readonly validatorUrl: null;
    readonly syntaxHighlight: { readonly activated: boolean };
    readonly showMutatedRequest: boolean;
  }

  const SwaggerUI: ((options: Options) => System) & { readonly presets: { readonly apis: unknown } };
  export default SwaggerUI;
}
