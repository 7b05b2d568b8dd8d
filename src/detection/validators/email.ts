import type { Candidate, Verdict } from '../detector';

/** Domains reserved for documentation (RFC 2606, RFC 6761), also of countries, and others that people use as examples. */
const EXAMPLE =
  /(?:^|\.)(?:(?:example|ejemplo|exemple|esempio|exemplo|beispiel)\.[a-z]{2,3}|example|test|invalid|localhost|domain\.(?:com|tld)|foo\.com|bar\.com|test\.com|yourdomain\.com)$/;

/** Mailboxes of roles instead of people (RFC 2142 and common usage). */
const ROLES =
  /^(?:abuse|admin|billing|contact|feedback|git|hello|help|helpdesk|hostmaster|info|jobs|legal|mail|marketing|media|news|no-?reply|noc|notifications?|office|postmaster|press|privacy|root|sales|security|service|spam|subscribe|support|team|unsubscribe|webmaster)$/;

/** The same in other languages. */
const FOREIGN_ROLES =
  /^(?:kontakt|auskunft|vertrieb|verkauf|buchhaltung|personal|bewerbung|datenschutz|kundenservice|kundendienst|redaktion|presse|service-?client|ventes|compta(?:bilite)?|recrutement|secretariat|accueil|contacto|ventas|atencion|facturacion|informacion|contatto|contatti|vendite|assistenza|amministrazione|segreteria|contato|vendas|suporte|atendimento|faturamento|verkoop|klantenservice|administratie|biuro|sprzedaz|sekretariat|kundtjanst)$/;

/** No person has an address of a mailing list, a tracker of bugs or packages, or one that a program creates. */
const LIST_LOCAL =
  /^(?:(?:bug|bugs|linux|debian|ubuntu)-[a-z\d][\w-]*|[\w-]+-(?:bugs?|devel(?:opers?)?|dev|users?|list|announce|request|owner|subscribe|unsubscribe|join|leave|help|commits?|discuss(?:ion)?|maint(?:ainers?)?|l10n|i18n)|submit|bugs?|perlbug|listserv|majordomo|mailman|mailer-daemon|bounces?|\d{3,}(?:-(?:done|close|submitter|quiet|forwarded|maintonly))?)$/;
const LIST_DOMAIN =
  /^(?:(?:[\w-]+-)?lists?|listserv|lists?\d|mailman|groups|bugs?|tracker|packages|vger|rt|noreply|users\.noreply)\.|(?:^|\.)(?:googlegroups\.com|groups\.io|yahoogroups\.com|freelists\.org|noreply\.github\.com)$/;

/** Stand-ins for a person and for a host, in the supported languages. */
const PLACEHOLDER_LOCAL =
  /^(?:user(?:name)?|your[-_.]?(?:name|email|address|mail|user(?:name)?|login|id)|you|me|my[-_.]?(?:name|email|user)|name|first(?:name)?[-_.]?last(?:name)?|someone|somebody|x{3,}|foo(?:bar)?|bar|login|benutzer(?:name)?|ihr[-_.]?name|dein[-_.]?name|vorname[-_.]nachname|utilisateur|votre[-_.]?(?:nom|email)|nom|prenom[-_.]nom|usuario|tu[-_.]?(?:nombre|correo|email)|nombre[-_.]?(?:apellidos?)?|utente|nome[-_.]?(?:cognome|sobrenome)?|tuo[-_.]?nome|seu[-_.]?(?:nome|email)|usu[aá]rio|gebruiker(?:snaam)?|jouw[-_.]?naam|naam|uzytkownik|imie[-_.]nazwisko|anvandare|fornamn[-_.]efternamn)$/;
const PLACEHOLDER_HOST =
  /^(?:(?:your|my|our|some|the|any|votre|mon|tu|mi|tuo|mio|seu|meu|jouw|mijn|ihre?|deine?|twoj[ae]?)[-_.]?(?:domain|domaine?|dominio|domein|host|company|server|site|organi[sz]ation|org|firma|entreprise|empresa|azienda|bedrijf|mail|where|place|project|tenant)|domain|host(?:name)?|ejemplo|beispiel|exemple|esempio|exemplo|voorbeeld|przyklad|exempel|some|foo|bar)\.|^(?:some\.where|my\.org|host\.domain)/;

/** File extensions: `icon@2x.png`, `file@sha.tar.gz`. */
const FILE_ENDINGS =
  /^(?:avif|bmp|bz2|conf|css|csv|cjs|dll|exe|gif|gz|html?|ico|ini|jar|jpe?g|js|json|jsx|less|lock|log|mjs|pdf|php|png|rb|scss|svg|tar|tgz|tsx?|txt|webp|xml|ya?ml|zip)$/;

/** Units of systemd: `invoice@1.service`. */
const UNIT = /^\d+\.(?:service|socket|timer|mount|target)$/;

/** An RFC 5321 address without rare forms: quotes, comments, address literals. */
export function validateEmail({ value, before, after }: Candidate): Verdict {
  const at = value.lastIndexOf('@');
  const local = value.slice(0, at);
  const domain = value.slice(at + 1).toLowerCase();
  const ending = domain.slice(domain.lastIndexOf('.') + 1);
  if (local.length > 64 || local.includes('..') || local.endsWith('.') || domain.length > 253)
    return { verdict: 'invalid' };
  if (FILE_ENDINGS.test(ending) || UNIT.test(domain)) return { verdict: 'invalid' };
  // In user:password@host, the text before the at sign is a password.
  if (/:\/\/[^\s/]*$/.test(before)) return { verdict: 'invalid' };
  // git@host:path is a repository.
  if (/^(?:git|hg|svn)$/i.test(local) && /^[:/]\S/.test(after)) return { verdict: 'invalid' };
  const spelling = { normalized: `${local.toLowerCase()}@${domain}`, ignoresCase: true };
  if (EXAMPLE.test(domain)) return { verdict: 'valid', tags: ['example-address'], confidence: 0.3, ...spelling };
  if (PLACEHOLDER_HOST.test(domain) || /(?:^|\.)domain\.(?:ext|name)$/.test(domain))
    return { verdict: 'valid', tags: ['example-address'], confidence: 0.3, ...spelling };
  // A real host may have a mailbox of that name.
  if (PLACEHOLDER_LOCAL.test(local.toLowerCase()))
    return { verdict: 'valid', tags: ['example-address'], confidence: 0.5, ...spelling };
  if (LIST_DOMAIN.test(domain) || LIST_LOCAL.test(local.toLowerCase()))
    return { verdict: 'valid', tags: ['list-address'], confidence: 0.55, ...spelling };
  if (ROLES.test(local.toLowerCase()) || FOREIGN_ROLES.test(local.toLowerCase()))
    return { verdict: 'valid', tags: ['role-address'], confidence: 0.55, ...spelling };
  return { verdict: 'valid', evidence: ['format:address'], ...spelling };
}
