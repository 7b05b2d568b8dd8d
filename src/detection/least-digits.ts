/**
 * How many digits whatever matches a pattern has at least; 0 where that cannot be seen. Most numbers in a text are
 * short and alone, most numbers that are looked for are long: counting spares trying.
 */
export function leastDigits(source: string): number {
  const reader = new Reader(source);
  return reader.readAlternatives();
}

const MANY = 1_000;

class Reader {
  private at = 0;

  constructor(private readonly source: string) {}

  /** Up to the end or the closing parenthesis: the least of the alternatives. */
  readAlternatives(): number {
    let least = MANY;
    let sum = 0;
    while (this.at < this.source.length && this.source[this.at] !== ')') {
      if (this.source[this.at] === '|') {
        this.at++;
        least = Math.min(least, sum);
        sum = 0;
      } else {
        const digits = this.readAtom();
        sum = Math.min(MANY, sum + digits * this.readRepeat());
      }
    }
    this.at++;
    return Math.min(least, sum);
  }

  private readAtom(): number {
    const character = this.source[this.at++];
    if (character === '\\') {
      const escaped = this.source[this.at++];
      if (escaped === 'u' || escaped === 'x' || escaped === 'k' || escaped === 'p' || escaped === 'P')
        this.skipEscape();
      return escaped === 'd' ? 1 : 0;
    }
    if (character === '[') return this.readClass();
    if (character === '(') return this.readGroup();
    return character !== undefined && character >= '0' && character <= '9' ? 1 : 0;
  }

  private skipEscape(): void {
    const rest = /^(?:\{[^}]*\}|<[^>]*>|[0-9A-Fa-f]{2,4})/.exec(this.source.slice(this.at));
    this.at += rest?.[0].length ?? 0;
  }

  /** 1 for a class of digits alone. */
  private readClass(): number {
    const start = this.at;
    while (this.at < this.source.length && this.source[this.at] !== ']')
      this.at += this.source[this.at] === '\\' ? 2 : 1;
    const inside = this.source.slice(start, this.at++);
    return /^(?:\d(?:-\d)?|\\d)+$/.test(inside) ? 1 : 0;
  }

  /** What looks ahead or behind takes nothing. */
  private readGroup(): number {
    const kind = /^\?(?:<?[=!]|:|<\w+>)/.exec(this.source.slice(this.at))?.[0] ?? '';
    this.at += kind.length;
    const digits = this.readAlternatives();
    return /[=!]$/.test(kind) ? 0 : digits;
  }

  /** How often at least; 1 without a repeat. */
  private readRepeat(): number {
    const repeat = /^(?:[*+?]|\{(\d+)(?:,\d*)?\})\??/.exec(this.source.slice(this.at));
    if (repeat === null) return 1;
    this.at += repeat[0].length;
    if (repeat[1] !== undefined) return Number(repeat[1]);
    return repeat[0].startsWith('+') ? 1 : 0;
  }
}
