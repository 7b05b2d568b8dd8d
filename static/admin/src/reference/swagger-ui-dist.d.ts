/** The types of Swagger UI that this page uses. The package has no types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  import type { ComponentType } from 'react';

  /** Components pass all their props on, so only the component that reads a prop knows its type. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as above
  export type Part = ComponentType<any>;

  export interface System {
    readonly fn: { readonly jsonSchema202012: Readonly<Record<'getProperties' | 'isExpandable', unknown>> };
    readonly layoutActions: { updateLayout(layout: string): void };
    /** `isConnected`: the component gets the state and renders again when it changes. */
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
