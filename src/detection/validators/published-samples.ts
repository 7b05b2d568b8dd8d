/**
 * Keys that vendors print in their own documentation and sample projects, so that everybody has them and nobody is
 * harmed: by their last ten characters, lest this file look as if it leaked them.
 */
const ENDINGS: ReadonlySet<string> = new Set(
  `
  xyz1234567 oX-oo6YyIs rUEke8agEM CgHIAODrlU ZRR_znhrh0 YefhixbX4A di_UUPwX7c 9CKctWmLd4 PjjaXeDQgY
  Jv_a_p4wtM 1sjmdnP5sQ hhrOq1cS7g 2AFnzAvvuU 4MJmprNXsw cxaOi4FmqE srVL_n0nvY EXAMPLEKEY 3f!!lloppa 9ooo_da!sY FlMmU2N2Rm b506d14126
  `.split(/\s+/),
);

export function isPublishedSample(key: string): boolean {
  return ENDINGS.has(key.slice(-10));
}
