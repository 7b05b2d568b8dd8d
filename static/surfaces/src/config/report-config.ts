import type { ReportConfig } from '../../../../src/surfaces/contract';
import { configTexts as t } from './texts';

/** The fields of the form, as people enter them. */
export interface ConfigFields {
  readonly source: ReportConfig['source'];
  readonly page: string;
  readonly space: string;
  readonly query: string;
}

export const SOURCES = ['below', 'this-space', 'space', 'query'] as const satisfies readonly ReportConfig['source'][];

export type FieldName = 'page' | 'space' | 'query';

/** @param config as the macro has it; anything else counts as no configuration */
export function fieldsOf(config: unknown): ConfigFields {
  const entries = new Map(typeof config === 'object' && config !== null ? Object.entries(config) : []);
  const textOf = (name: string) => {
    const value: unknown = entries.get(name);
    return typeof value === 'string' ? value : '';
  };
  return {
    source: SOURCES.find((source) => source === entries.get('source')) ?? 'below',
    page: textOf('pageId'),
    space: textOf('spaceKey'),
    query: textOf('query'),
  };
}

/** The configuration, or the field that is wrong and its error. */
export function configOf({
  source,
  page,
  space,
  query,
}: ConfigFields): ReportConfig | { readonly field: FieldName; readonly message: string } {
  switch (source) {
    case 'below': {
      if (page.trim() === '') return { source };
      const pageId = pageIdIn(page.trim());
      return pageId === undefined ? { field: 'page', message: t.pageWrong } : { source, pageId };
    }
    case 'this-space':
      return { source };
    case 'space':
      return space.trim() === '' ? { field: 'space', message: t.spaceMissing } : { source, spaceKey: space.trim() };
    case 'query':
      return query.trim() === '' ? { field: 'query', message: t.queryMissing } : { source, query: query.trim() };
  }
}

/** The id in the address of a page, or the id alone. */
function pageIdIn(text: string): string | undefined {
  const [, id] = /(?:^|\/pages\/(?:edit-v2\/)?|[?&]pageId=)([1-9][0-9]{0,18})(?=$|[/?#&])/.exec(text) ?? [];
  return id;
}
