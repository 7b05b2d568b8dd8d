import type { Candidate, Verdict } from '../detector';

/** Domains reserved for documentation (RFC 2606, RFC 6761), and others that people use as examples. */
const EXAMPLE =
  /(?:^|\.)(?:example\.(?:com|org|net)|example|test|invalid|localhost|domain\.(?:com|tld)|foo\.com|bar\.com|test\.com|yourdomain\.com)$/;

/** Mailboxes of roles instead of people (RFC 2142 and common usage). */
const ROLES =
  /^(?:abuse|admin|billing|contact|feedback|git|hello|help|helpdesk|hostmaster|info|jobs|legal|mail|marketing|media|news|no-?reply|noc|notifications?|office|postmaster|press|privacy|root|sales|security|service|spam|subscribe|support|team|unsubscribe|webmaster)$/;

/** File extensions: `icon@2x.png`, `file@sha.tar.gz`. */
const FILE_ENDINGS =
  /^(?:avif|bmp|bz2|conf|css|csv|cjs|dll|exe|gif|gz|html?|ico|ini|jar|jpe?g|js|json|jsx|less|lock|log|mjs|pdf|php|png|rb|scss|svg|tar|tgz|tsx?|txt|webp|xml|ya?ml|zip)$/;

/** An RFC 5321 address without rare forms: quotes, comments, address literals. */
export function validateEmail({ value, before, after }: Candidate): Verdict {
  const at = value.lastIndexOf('@');
  const local = value.slice(0, at);
  const domain = value.slice(at + 1).toLowerCase();
  const ending = domain.slice(domain.lastIndexOf('.') + 1);
  if (local.length > 64 || local.includes('..') || local.endsWith('.') || domain.length > 253)
    return { verdict: 'invalid' };
  if (FILE_ENDINGS.test(ending)) return { verdict: 'invalid' };
  // user:password@host: the text before the at sign is a password.
  if (/:\/\/[^\s/]*$/.test(before)) return { verdict: 'invalid' };
  // git@host:path is a repository.
  if (/^(?:git|hg|svn)$/i.test(local) && /^[:/]\S/.test(after)) return { verdict: 'invalid' };
  const spelling = { normalised: `${local.toLowerCase()}@${domain}`, ignoresCase: true };
  if (EXAMPLE.test(domain)) return { verdict: 'valid', tags: ['example-address'], confidence: 0.3, ...spelling };
  if (ROLES.test(local.toLowerCase()))
    return { verdict: 'valid', tags: ['role-address'], confidence: 0.55, ...spelling };
  return { verdict: 'valid', evidence: ['format:address'], ...spelling };
}
