/**
 * A part of Confluence's query language, with comparisons joined by and, or, not and parentheses, and an order. Parsing
 * is strict. A field, operator or value that is not modeled is an error, never a silent mismatch.
 */
export type CqlOperator = '=' | '!=' | '~' | '!~' | '<' | '<=' | '>' | '>=' | 'in' | 'not in';

export type CqlNode =
  | { readonly kind: 'and' | 'or'; readonly left: CqlNode; readonly right: CqlNode }
  | { readonly kind: 'not'; readonly operand: CqlNode }
  | {
      readonly kind: 'compare';
      readonly field: CqlField;
      readonly operator: CqlOperator;
      readonly values: readonly string[];
    }
  | {
      readonly kind: 'property';
      readonly property: CqlProperty;
      readonly operator: CqlOperator;
      readonly values: readonly string[];
    };

/** An indexed value of a content property. */
export interface CqlProperty {
  readonly key: string;
  /** Names of members, separated by dots. */
  readonly path: string;
  readonly type: 'string' | 'number' | 'date';
}

/** The context that a query is read in. */
export interface CqlContext {
  readonly now: Date;
  /** By name: `content.property[key].path`, and the alias. Case-sensitive. */
  readonly properties: ReadonlyMap<string, CqlProperty>;
}

export interface CqlOrder {
  readonly field: 'id' | 'title' | 'created' | 'lastmodified' | 'type' | 'space';
  readonly descending: boolean;
}

export interface CqlQuery {
  /** Undefined if the query only has an order. */
  readonly where: CqlNode | undefined;
  readonly order: readonly CqlOrder[];
}

const NO_CONTEXT: CqlContext = { now: new Date(0), properties: new Map() };

export type CqlResult =
  { readonly ok: true; readonly query: CqlQuery } | { readonly ok: false; readonly problem: string };

const EQUALITY: readonly CqlOperator[] = ['=', '!=', 'in', 'not in'];
const FIELDS = {
  type: EQUALITY,
  space: EQUALITY,
  label: EQUALITY,
  id: EQUALITY,
  title: ['=', '!=', '~', '!~', 'in', 'not in'],
  text: ['~', '!~'],
  ancestor: EQUALITY,
  parent: EQUALITY,
  creator: EQUALITY,
  created: ['=', '!=', '<', '<=', '>', '>='],
  lastmodified: ['=', '!=', '<', '<=', '>', '>='],
} as const satisfies Record<string, readonly CqlOperator[]>;
export type CqlField = keyof typeof FIELDS;

const PROPERTY_OPERATORS = {
  string: EQUALITY,
  number: [...EQUALITY, '<', '<=', '>', '>='],
  date: ['=', '!=', '<', '<=', '>', '>='],
} as const satisfies Record<CqlProperty['type'], readonly CqlOperator[]>;

const ALIASES: ReadonlyMap<string, CqlField> = new Map<string, CqlField>([
  ['content', 'id'],
  ['space.key', 'space'],
]);
const ORDERS = ['id', 'title', 'created', 'lastmodified', 'type', 'space'] as const;
const KEYWORDS = new Set(['and', 'or', 'not', 'in', 'order', 'by', 'asc', 'desc']);
const MAX_DEPTH = 50;
const PERIODS_MS: ReadonlyMap<string, number> = new Map([
  ['w', 7 * 86_400_000],
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
]);

type Token =
  | { readonly kind: 'word'; readonly text: string; readonly at: number }
  | { readonly kind: 'string'; readonly text: string; readonly at: number }
  | { readonly kind: 'symbol'; readonly text: string; readonly at: number };

class CqlSyntaxError extends Error {}

const TOKEN = /\s+|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(!=|!~|<=|>=|[=~<>(),])|([^\s"'=~<>!(),]+)/y;

function tokens(source: string): Token[] {
  const found: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < source.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(source);
    if (match === null)
      throw new CqlSyntaxError(`Unexpected character '${source.charAt(at)}' at position ${String(at + 1)}`);
    const [, double, single, symbol, word] = match;
    const quoted = double ?? single;
    if (quoted !== undefined) found.push({ kind: 'string', text: quoted.replace(/\\(.)/g, '$1'), at });
    else if (symbol !== undefined) found.push({ kind: 'symbol', text: symbol, at });
    else if (word !== undefined) found.push({ kind: 'word', text: word, at });
  }
  return found;
}

class Parser {
  private next = 0;
  private depth = 0;

  constructor(
    private readonly all: readonly Token[],
    private readonly context: CqlContext,
  ) {}

  query(): CqlQuery {
    const where = this.atKeyword('order') ? undefined : this.or();
    const order = this.takeKeyword('order') ? this.orders() : [];
    if (this.peek() !== undefined || (where === undefined && order.length === 0)) this.unexpected();
    return { where, order };
  }

  private or(): CqlNode {
    let left = this.and();
    while (this.takeKeyword('or')) left = { kind: 'or', left, right: this.and() };
    return left;
  }

  private and(): CqlNode {
    let left = this.unary();
    while (this.takeKeyword('and')) left = { kind: 'and', left, right: this.unary() };
    return left;
  }

  private unary(): CqlNode {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) throw new CqlSyntaxError('The query is nested too deeply');
    try {
      if (this.takeKeyword('not')) return { kind: 'not', operand: this.unary() };
      if (this.takeSymbol('(')) {
        const inner = this.or();
        this.expectSymbol(')');
        return inner;
      }
      return this.comparison();
    } finally {
      this.depth -= 1;
    }
  }

  private comparison(): CqlNode {
    const token = this.peek();
    if (token?.kind !== 'word' || KEYWORDS.has(token.text.toLowerCase())) this.unexpected();
    this.next += 1;
    const name = token.text.toLowerCase();
    const field = ALIASES.get(name) ?? Object.keys(FIELDS).find((known): known is CqlField => known === name);
    const property = this.context.properties.get(token.text);
    if (field === undefined && property === undefined)
      throw new CqlSyntaxError(`No field exists with name '${token.text}'`);
    const operator = this.operator();
    const allowed: readonly CqlOperator[] =
      field !== undefined ? FIELDS[field] : property !== undefined ? PROPERTY_OPERATORS[property.type] : [];
    if (!allowed.includes(operator))
      throw new CqlSyntaxError(`The operator '${operator}' is not supported by the field '${token.text}'`);
    const values = operator === 'in' || operator === 'not in' ? this.list() : [this.value()];
    if (field !== undefined) return { kind: 'compare', field, operator, values };
    if (property === undefined) this.unexpected();
    if (property.type === 'number' && !values.every((value) => /^-?\d+(\.\d+)?$/.test(value)))
      throw new CqlSyntaxError(`The field '${token.text}' is compared with numbers only`);
    return { kind: 'property', property, operator, values };
  }

  private operator(): CqlOperator {
    if (this.takeKeyword('in')) return 'in';
    if (this.takeKeyword('not')) {
      if (!this.takeKeyword('in')) this.unexpected();
      return 'not in';
    }
    const token = this.peek();
    const symbols: readonly CqlOperator[] = ['=', '!=', '~', '!~', '<', '<=', '>', '>='];
    const operator = token?.kind === 'symbol' ? symbols.find((symbol) => symbol === token.text) : undefined;
    if (operator === undefined) this.unexpected();
    this.next += 1;
    return operator;
  }

  private list(): string[] {
    this.expectSymbol('(');
    const values = [this.value()];
    while (this.takeSymbol(',')) values.push(this.value());
    this.expectSymbol(')');
    return values;
  }

  private value(): string {
    const token = this.peek();
    if (
      token === undefined ||
      token.kind === 'symbol' ||
      (token.kind === 'word' && KEYWORDS.has(token.text.toLowerCase()))
    ) {
      this.unexpected();
    }
    this.next += 1;
    if (this.peek()?.text === '(' && token.kind === 'word') {
      if (token.text.toLowerCase() === 'now') return this.now();
      throw new CqlSyntaxError(`The function '${token.text}' is not modeled by the local Confluence`);
    }
    return token.text;
  }

  /** `now()`, or `now("-4w")`: years, months, weeks, days, hours or minutes earlier (later without the sign). */
  private now(): string {
    this.expectSymbol('(');
    const token = this.peek();
    let offset = '0d';
    if (token?.kind === 'string') {
      offset = token.text;
      this.next += 1;
    }
    this.expectSymbol(')');
    const [, sign, count, unit] = /^([+-]?)(\d{1,5})([yMwdhm])$/.exec(offset) ?? [];
    if (count === undefined || unit === undefined)
      throw new CqlSyntaxError(`'${offset}' is not a period of time; use for example now("-4w")`);
    const moment = new Date(this.context.now);
    const amount = Number(count) * (sign === '-' ? -1 : 1);
    if (unit === 'y') moment.setUTCFullYear(moment.getUTCFullYear() + amount);
    else if (unit === 'M') moment.setUTCMonth(moment.getUTCMonth() + amount);
    else moment.setTime(moment.getTime() + amount * (PERIODS_MS.get(unit) ?? 0));
    return moment.toISOString().slice(0, 'yyyy-MM-ddTHH:mm'.length).replace('T', ' ');
  }

  private orders(): CqlOrder[] {
    if (!this.takeKeyword('by')) this.unexpected();
    const orders = [this.order()];
    while (this.takeSymbol(',')) orders.push(this.order());
    return orders;
  }

  private order(): CqlOrder {
    const token = this.peek();
    const field = ORDERS.find((known) => token?.kind === 'word' && known === token.text.toLowerCase());
    if (field === undefined) this.unexpected();
    this.next += 1;
    if (this.takeKeyword('desc')) return { field, descending: true };
    this.takeKeyword('asc');
    return { field, descending: false };
  }

  private peek(): Token | undefined {
    return this.all[this.next];
  }

  private atKeyword(word: string): boolean {
    const token = this.peek();
    return token?.kind === 'word' && token.text.toLowerCase() === word;
  }

  private takeKeyword(word: string): boolean {
    const found = this.atKeyword(word);
    if (found) this.next += 1;
    return found;
  }

  private takeSymbol(symbol: string): boolean {
    const token = this.peek();
    const found = token?.kind === 'symbol' && token.text === symbol;
    if (found) this.next += 1;
    return found;
  }

  private expectSymbol(symbol: string): void {
    if (!this.takeSymbol(symbol)) this.unexpected();
  }

  private unexpected(): never {
    const token = this.peek();
    throw new CqlSyntaxError(
      token === undefined
        ? 'Unexpected end of the query'
        : `Unexpected '${token.text}' at position ${String(token.at + 1)}`,
    );
  }
}

/** Default context: no properties, and the time of the epoch. */
export function parseCql(source: string, context: CqlContext = NO_CONTEXT): CqlResult {
  try {
    return { ok: true, query: new Parser(tokens(source), context).query() };
  } catch (error) {
    if (error instanceof CqlSyntaxError) return { ok: false, problem: error.message };
    throw error;
  }
}
