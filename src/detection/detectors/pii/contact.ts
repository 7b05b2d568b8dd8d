import { detectorOf } from '../detector-of';
import { validateEmail } from '../../validators/email';
import { validateInternationalPhone, validateNationalPhone } from '../../validators/on-demand';
import { after, prefixed, token } from '../shapes';
import { list } from '../list';

/** `ext. 123`, `x0135` */
const EXTENSION = String.raw`(?:[ ,;]{0,2}(?:x|ext\.?|extension|durchwahl|poste) ?\d{1,6})?`;
/** More groups of two or four digits indicate a dump of bytes or another kind of number. */
const NOT_MORE = String.raw`(?![./-]?\d|:\w|[ \u00a0](?:[0-9a-f]{2}|\d{4})(?!\w))`;

const PHONE_WORDS = list(`
  phone, phones, phone number, telephone, tel, mobile, cell, cellphone, cell phone, fax, call, calls, calling, called,
  contact, text me, text us, sms, gsm, whatsapp, signal, hotline, dial, ring, reach, bureau, answering, voicemail, desk, office, message,
  messages, *telefon*, fon, natel, handy*, mobil, mobilnummer*, mobiltelefon*, mobilfunk*, mob, *rufnummer*, *durchwahl*,
  festnetz*, notfallkontakt*, anrufen, erreichbar, zu erreichen, die nummer, number is, new number, text the, text him, text her, bel, repond, contesta, risponde, responde, joint, bereiken, erreichen, svarar, nas pa, picks up, llamarlo, llamarla, si trova al, belt u, ruckruf, hans nummer, hennes nummer, hendes nummer, zavolat, volejte, zveda, odbiera, odbierze, dzwonic, ringes, guardia, privat, direct dial, emergency contact, portable, appeler, joindre, telef,
  tfno, tlf, tlm, tfn, movil, moviles, celular*, fijo, llamar, llame, llameme, llamame, llamenos, contato, telem, cellulare*, recapito*, chiamare, telemovel*, fone,
  ligar, atiende, atienden, atende, contacto, contatto, avisar, avisad, ringer, ringa, svarer, belde, rappeler, rappelez, try, llamada, my number, just text, or text, text or call, erreichst, erreicht ihr, numero perso*, numero pessoal, numero privado, numero privato, personliche nummer, persoonlijk nummer, personligt nummer, si contatta, private number, privatnummer, privat nummer, private nummer, prive nummer, privenummer, prywatny numer, numer prywatny, soukrome cislo, lo trovi, la trovi, le joindre, la joindre, mon perso, moje cislo, do mnie, zavolej, dzwonimy, dzwonil, kurier dzwonil, will find me, text than, ruf, anruf, appelle, appelez, llama, llamad, chiama, chiamate, liga para, liga a, ligue, ring til, ring, volejte, zavolejte, zadzwon*, dzwon, can text, please text, nobody answers, no contesta, keiner abhebt, abhebt, avvisare, avvertire, prevenire, benachrichtigen, joignable, raggiungibile, bereikbaar, telefoon*, mobiel*, vast nummer, bellen, komorka, komorkow*, kom., zadzwon, numaram, cep, puhelin*, telepono,
  телефон*, 電話, 携帯, 連絡先, 전화, 휴대폰, 휴대전화, 电话, 手机, طلفن, هاتف, טלפון, τηλεφωνο, โทร
`);

const contactDetail = detectorOf('pii', 'Contact', 'medium');

export const contact = [
  contactDetail('email', 'Email address', {
    rules: [
      prefixed(
        ['@'],
        /[\w%+-][\w.%+-]{0,63}@(?:[0-9a-z\u00df-\u024f](?:[0-9a-z\u00df-\u024f-]{0,61}[0-9a-z\u00df-\u024f])?\.){1,8}(?:xn--[0-9a-z-]{2,40}|[a-z]{2,24})/i,
        { lead: /[\w.%+-]/ },
      ),
    ],
    validate: validateEmail,
    confidence: { base: 0.9 },
  }),
  contactDetail('phone-intl', 'Phone number with country code', {
    rules: [
      prefixed(
        ['+'],
        new RegExp(
          String.raw`(?<![\w+])\+[1-9]\d{0,3}[ ()./\u00a0-]{1,3}\d{1,14}(?:[ ()./\u00a0-]{1,3}\d{1,8}){0,6}${EXTENSION}(?![\w]|[.-]\d)`,
          'i',
        ),
      ),
      prefixed(['+'], /(?<![\w+])\+[1-9]\d{7,14}(?![\w]|[.-]\d)/, {
        confidence: { base: 0.35, validated: 0.85, withContext: 0.85 },
      }),
      prefixed(
        ['+'],
        new RegExp(String.raw`(?<![\w+])\+[1-9]\d{3,6}(?:[ ./\u00a0-]\d{2,4}){1,4}${EXTENSION}(?![\w]|[.-]\d)`, 'i'),
      ),
    ],
    validate: validateInternationalPhone,
    confidence: { base: 0.5, validated: 0.85, withContext: 0.85 },
    context: PHONE_WORDS,
  }),
  contactDetail('phone-national', 'Phone number without country code', {
    rules: [
      // (0xx) xxx xxxx and similar
      {
        by: 'token',
        lead: '(',
        digits: [2, 5],
        pattern: new RegExp(
          String.raw`\(\d{2,5}\)[ .\u00a0-]{0,2}\d{2,8}(?:[ ./\u00a0-]\d{2,5}){0,3}${EXTENSION}${NOT_MORE}`,
          'i',
        ),
      },
      // North America: 3-3-4
      token(
        0,
        [3, 4],
        new RegExp(String.raw`(?<!\d[.,:/-])1?\d{3}([ .\u00a0-])\d{3}\1\d{4}${EXTENSION}${NOT_MORE}`, 'i'),
      ),
      token(
        0,
        1,
        new RegExp(String.raw`(?<!\d[.,:/-])1[ .-]\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}${EXTENSION}${NOT_MORE}`, 'i'),
      ),
      // 0 and the number, grouped or not
      token(0, [10, 11], /(?<![-.,:/]|\d )0\d{9,10}(?![.,/-]?\d|:\w)/, {
        length: [10, 11],
        confidence: { base: 0.1, validated: 0.45, inRegion: 0.55, withContext: 0.75 },
      }),
      token(
        0,
        [1, 6],
        new RegExp(
          String.raw`(?=0)(?<!\d[.,:/-]|\d\w{0,3}[ \u00a0])(?=(?:[^\d\n]{0,3}\d){10})0\d{0,5}(?:(?:[ ./\u00a0-]| [/-] )\(?\d{2,8}\)?){1,5}${EXTENSION}${NOT_MORE}`,
          'i',
        ),
        {
          confidence: { base: 0.3, validated: 0.45, inRegion: 0.55, withContext: 0.75 },
        },
      ),
      // Groups of two, which no amount has
      token(
        0,
        3,
        new RegExp(
          String.raw`(?<!\d[.,:/-]|\d\w{0,3}[ \u00a0])\d{3}([ \u00a0-])\d{2,4}\1(?:\d{2,3}\1){0,2}\d{2}${NOT_MORE}`,
        ),
        {
          confidence: { base: 0.1, validated: 0.45, inRegion: 0.5, withContext: 0.7 },
        },
      ),
      // Other groups need a context word.
      token(
        0,
        [1, 5],
        new RegExp(String.raw`(?<!\d[.,:/-])\d{1,5}(?:[ .\u00a0-]\(?\d{2,8}\)?){1,5}${EXTENSION}${NOT_MORE}`, 'i'),
        {
          confidence: { base: 0, withContext: 0.7 },
        },
      ),
      // Ungrouped digits need a word directly before or after them.
      after(
        list(`
          phone, tel, mobile, cell, fax, desk, office, whatsapp, *telefon*, handy*, mobil, *mobilnummer, *rufnummer,
          telephone, portable, movil, celular*, cellulare*, telemovel*, telefoon*, mobiel*, telepono, telef, tlf, tfno,
          komorka, 電話, 携帯, tfn
        `),
        /(?: ?(?:number|no|nr|num|#|is))?(?: is)?\.?[\s:=#-]{0,4}(?<value>\d{7,12})(?![.,:-]?\d)/i,
        { cell: /\d{7,12}/, confidence: { base: 0.6, validated: 0.75 } },
      ),
      // The column of a contact may also have names and email addresses.
      after(
        ['contact', 'kontakt', 'contacto', 'contato', 'contatto', 'notfallkontakt', 'recapito'],
        /(?: no\.?| nr\.?)?[ ]?:[ ]?(?<value>\d{9,12})(?![.,:-]?\d)/i,
        { cell: /\d{9,12}/, confidence: { base: 0.6, validated: 0.75 } },
      ),
      // A column of numbers beside a column of people
      after(['number', 'nummer', 'numer', 'número', 'numéro'], /[ ]?:[ ]?(?!)/, {
        cell: /(?<bare>)0?\d{1,5}(?:[ -]?\d{2,5}){1,4}/,
        confidence: { base: 0.6, validated: 0.75 },
      }),
      // The end of a longer word or phrase: "Teléfono de contacto", "Mobilfunknummer".
      after(
        ['telefon', 'telemov', 'celular', 'cellulare', 'mobilfunk', 'mobilnum', 'mobieln', 'handynum', 'rufnum'],
        /[a-z\u00c0-\u024f]{1,12}(?: (?:de|di|do) [a-z]{3,10})?\.?[\s:=#-]{0,4}(?<value>\d{8,12})(?![.,:-]?\d)/i,
        { confidence: { base: 0.6, validated: 0.75 } },
      ),
      prefixed(
        list(`
          call me on, call me at, call us on, call us at, reach me on, reach me at, text me on, text me at, dial,
          appelez, joignable au, erreichbar unter, llámame al, llamar al, chiamare il, bel naar
        `),
        /[ \t]{1,2}(?<value>\d{9,12})(?![.,:-]?\d)/,
        { at: 'end', confidence: { base: 0.3, validated: 0.75 } },
      ),
      token(0, [7, 12], /\d{7,12}(?=[ \u00a0-]{0,3}\(?(?:office|fax|mobile|cell|home|work|tel|phone|handy)\b)/i, {
        length: [7, 12],
        confidence: { base: 0.5, validated: 0.75 },
      }),
    ],
    validate: validateNationalPhone,
    findsContext: true,
    confidence: { base: 0.3, validated: 0.45, inRegion: 0.6, withContext: 0.75 },
    context: PHONE_WORDS,
  }),
];
