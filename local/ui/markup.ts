import { escapeHtml } from './html';

/** HTML that is safe to insert. Only `markup` creates it. */
export class Markup {
  readonly #source: string;

  constructor(strings: TemplateStringsArray, parts: readonly Part[]) {
    this.#source = strings.map((string, index) => (index === 0 ? '' : sourceOf(parts[index - 1])) + string).join('');
  }

  get source(): string {
    return this.#source;
  }
}

type Part = string | number | Markup | readonly Markup[] | undefined;

/** A piece of HTML. Every inserted value is escaped unless it is such a piece itself; undefined inserts nothing. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings, parts);
}

function sourceOf(part: Part): string {
  if (part === undefined) return '';
  if (part instanceof Markup) return part.source;
  return typeof part === 'object' ? part.map(({ source }) => source).join('') : escapeHtml(String(part));
}
