/** Shannon entropy of a text in bits per UTF-16 unit: 0 for one repeated character, 6 for 64 equally frequent ones. */
export function shannonEntropy(text: string): number {
  const counts = new Map<string, number>();
  for (let at = 0; at < text.length; at++) {
    const unit = text.charAt(at);
    counts.set(unit, (counts.get(unit) ?? 0) + 1);
  }
  let bits = 0;
  for (const count of counts.values()) {
    const share = count / text.length;
    bits -= share * Math.log2(share);
  }
  return bits;
}
