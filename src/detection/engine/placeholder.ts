/**
 * Recognizes text in place of a secret: `xxxx`, `****`, `<token>`, `${TOKEN}`, `{{ token }}`, `your-token`, `changeme`,
 * one repeated character. Passwords can be words, so `isPlaceholder` in `../passwords/stand-ins.ts` decides about them.
 */
export function isSecretPlaceholder(value: string): boolean {
  return (
    isOneCharacter(value) ||
    SHAPES.some((shape) => shape.test(value)) ||
    WORDS.has(value.toLowerCase().replace(/[\s_-]/g, ''))
  );
}

/**
 * One repeated character, also in groups. Not a pattern, because a pattern would backtrack if the character is a
 * separator itself.
 */
function isOneCharacter(value: string): boolean {
  const one = value.charAt(0);
  for (let at = 1; at < value.length; at++) {
    const character = value.charAt(at);
    if (character !== one && !SEPARATORS.includes(character)) return false;
  }
  return value !== '';
}

const SEPARATORS = '-_ .';

const SHAPES: readonly RegExp[] = [
  /[xX]{6}|\*{4}|\.{4}|_{6}|#{5}|•{3}/,
  /^<[^>]*>$|^\[[^\]]*\]$/,
  // Template syntax: shell, GitHub Actions, Mustache, Jinja, Helm, Windows, Ruby.
  /^\$[({]?\w|^%\w+%$|\$\{[^}]*\}|\{\{|\}\}|^\{[\w. -]+\}$|<%|%>|^@\w+@$|^#\{/,
  /^(?:your|my|the|some|enter|insert|put|replace|add|paste)[-_ ]/i,
  /^(?:your|my)[A-Z]/,
  /(?:^|[^a-z])(?:example|placeholder|redacted|dummy|changeme|change[-_]me|todo|fixme)(?:[^a-z]|$)/i,
  /^(?:process\.env|os\.environ|os\.getenv|getenv|env|secrets?|vars?|config|settings|self|this|params?|args|options)[.[(]/i,
];

const WORDS = new Set(
  `none null nil undefined true false empty string secret password passwd token apikey required optional default hidden
  masked removed omitted unknown notset tbd na`.split(/\s+/),
);
