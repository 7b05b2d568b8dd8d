import { parseKey } from './key-format';

/**
 * Finds API keys in a text that was found somewhere: in the middle of other text, broken by line ends or invisible
 * characters, with encoded underscores, in full-width characters, and with a prefix and id in capitals. Takes time
 * proportional to the length of the text, and makes no platform call.
 * @returns the different texts with the form and the checksum of a key, in the order of the text
 */
export function findKeys(text: string): readonly string[] {
  const keys = new Set<string>();
  for (const [, form = ''] of plainCharacters(text).matchAll(KEY_FORM)) {
    const key = form.slice(0, PUBLIC_LENGTH).toLowerCase() + form.slice(PUBLIC_LENGTH);
    if (!('rejectedAt' in parseKey(key))) keys.add(key);
  }
  return [...keys];
}

/** `pclsk_`, the id and its underscore. */
const PUBLIC_LENGTH = 23;

/** Matches at every prefix, also inside of a match, because a part of a key may stand in front of a whole one. */
const KEY_FORM = /(?=(pclsk_[0-9a-hjkmnp-tv-z]{16}_[0-9a-z]{49}))/gi;

/** `_` in a URL, in JSON and source code, and in HTML. */
const UNDERSCORE = /%5f|\\(?:u005f|u\{5f\}|x5f)|&#(?:95|x5f);|&(?:lowbar|UnderBar);/gi;

/** The soft line breaks of quoted-printable email, white space, invisible characters, and the escape of Markdown. */
const BETWEEN_CHARACTERS = /=\r?\n|[\s\p{Default_Ignorable_Code_Point}\\]/gu;

/** A key contains none of the removed characters, so a key that stood without them is still there. */
function plainCharacters(text: string): string {
  return text.normalize('NFKC').replace(UNDERSCORE, '_').replace(BETWEEN_CHARACTERS, '');
}
