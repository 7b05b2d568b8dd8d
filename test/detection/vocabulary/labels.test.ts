import { detect } from '../../../src/detection/engine/detect';
import { builtInEngine } from '../../../src/detection/engine/engine';
import { DEFAULT_POLICY, selectDetectors } from '../../../src/detection/engine/policy';
import { flattenAdf } from '../../../src/detection/text/adf';

/** A detector finds the value of a label in every form that pages have (in a sentence, in a table, below the label). */

const DETECTORS = [
  'date-of-birth',
  'phone-national',
  'mrn',
  'health-insurance-member-id',
  'icd10-with-diagnosis-word',
  'medication',
  'card-cvv',
  'us-bank-account',
  'salary-amount',
  'bank-account-number',
  'identity-document-number',
  'driving-licence-number',
  'mac',
];
const selection = selectDetectors(builtInEngine, {
  ...DEFAULT_POLICY,
  detectors: Object.fromEntries(DETECTORS.map((id) => [id, { enabled: true }])),
});
const today = new Date('2026-01-15T00:00:00Z');

const text = (value: string) => ({ type: 'paragraph', content: [{ type: 'text', text: value }] });
const cell = (value: string) => ({ type: 'tableCell', attrs: {}, content: [text(value)] });
const header = (value: string) => ({ type: 'tableHeader', attrs: {}, content: [text(value)] });
const row = (...cells: readonly unknown[]) => ({ type: 'tableRow', content: cells });
const table = (...rows: readonly unknown[]) => [{ type: 'table', attrs: {}, content: rows }];
const items = (...texts: readonly string[]) => [
  { type: 'bulletList', content: texts.map((one) => ({ type: 'listItem', content: [text(one)] })) },
];

/** The same label and value in each form. */
const FORMS: Readonly<Record<string, (label: string, value: string) => readonly unknown[]>> = {
  sentence: (label, value) => [text(`${label}: ${value}`)],
  list: (label, value) => items('Anna Berg', `${label} ${value}`),
  'paragraph after a label': (label, value) => [text(`${label}:`), text(value)],
  'column header': (label, value) =>
    table(row(header('Name'), header(label)), row(cell('Anna Berg'), cell('-')), row(cell('Ben Roth'), cell(value))),
  'first cell of the row': (label, value) => table(row(cell('Name'), cell('Anna Berg')), row(cell(label), cell(value))),
  'cell to the left': (label, value) =>
    table(
      row(cell('Name'), cell('Anna Berg'), cell('Team'), cell('Blue')),
      row(cell('Floor'), cell('Third'), cell(label), cell(value)),
    ),
  'below a title row': (label, value) =>
    table(
      row({ ...header('Team of the north'), attrs: { colspan: 2 } }),
      row(header('Name'), header(label)),
      row(cell('Ben Roth'), cell(value)),
    ),
};

function foundIn(content: readonly unknown[]): readonly string[] {
  const flat = flattenAdf({ type: 'doc', version: 1, content });
  const { winners } = detect(flat, selection, today);
  return winners.map(({ scored: { detector, start, end } }) => `${detector.id}: ${flat.text.slice(start, end)}`);
}

/** Detector, value, and labels in many languages. */
const FINDS: readonly (readonly [detector: string, value: string, labels: readonly string[]])[] = [
  [
    'date-of-birth',
    '14/03/1981',
    [
      ...[
        'Date of birth',
        'DOB',
        'Born',
        "Patient's birth date",
        'Birthday',
        'D.O.B.',
        'Born on',
        'Date of Birth (dd/mm/yyyy)',
      ],
      ...['Geburtsdatum', 'Geburtsdatum des Kindes', 'geb. am', 'Geburtstag', 'geboren am', 'Geb.-Datum', 'GebDatum'],
      ...['Date de naissance', 'Né(e) le', 'Née le', 'Né le', 'Date naissance', 'Naissance'],
      ...['Fecha de nacimiento', 'fecha de nac.', 'F. nacimiento', 'F. Nac.', 'Nacido el', 'Nacida en'],
      ...['Data di nascita', 'Nato/a il', 'Nata il', 'nato a Roma il', 'Data nascita'],
      ...['Data de nascimento', 'nascida em', 'Nascido em', 'D. nasc.', 'Nascimento', 'Data nasc.'],
      ...['Geboortedatum', 'geboren op', 'Geb. datum', 'Geboren'],
      ...['Data urodzenia', 'ur.', 'Urodzony', 'urodzona dnia', 'Data ur.'],
      ...['Födelsedatum', 'Född', 'född den', 'Födelsedag'],
      ...['Fødselsdato', 'Født', 'Syntymäaika', 'Datum narození', 'narozen'],
      ...['生年月日', '誕生日', '出生日期', '生日', '생년월일'],
    ],
  ],
  ['date-of-birth', '1985年8月6日', ['生年月日', '誕生日', '生年月日（西暦）']],
  ['date-of-birth', '昭和60年8月6日', ['生年月日']],
  ['date-of-birth', '1985-08-06', ['Geburtsdatum', 'Födelsedatum', 'data urodzenia']],
  ['date-of-birth', '3. Mai 1985', ['Geburtsdatum', 'geboren am']],
  ['date-of-birth', '12 août 1985', ['Né(e) le', 'Date de naissance']],
  ['date-of-birth', '12 de agosto de 1985', ['Fecha de nacimiento', 'nascido em']],
  ['date-of-birth', '1º de março de 1985', ['Data de nascimento']],
  ['date-of-birth', '12 agosto 1985', ['nato il']],
  ['date-of-birth', '12 augustus 1985', ['geboren op']],
  ['date-of-birth', '12 sierpnia 1985', ['data urodzenia']],
  ['date-of-birth', '12 augusti 1985', ['Född']],
  ['date-of-birth', 'Aug 12th, 1985', ['DOB', 'Born']],
  ['date-of-birth', '12-Aug-1985', ['DOB', 'Date of birth']],
  ['date-of-birth', '12.8.85', ['Geburtsdatum', 'geb.']],
  [
    'mrn',
    '00482913',
    [
      ...[
        'MRN',
        'Medical record number',
        'Patient ID',
        'Patient no.',
        "Patient's number",
        'Hospital number',
        'Chart no',
      ],
      ...['Health record number', 'Patient identifier', 'Medical record #'],
      ...['Patientennummer', 'Patienten-ID', 'Patientennr.', 'Fallnummer', 'Krankenaktennummer', 'Patientenakte Nr.'],
      ...['Aufnahmenummer', 'Pat.-Nr.', 'Nummer des Patienten'],
      ...['Numéro de dossier patient', 'N° patient', 'N° de dossier médical', 'Identifiant patient', 'IPP'],
      ...['Numéro du patient', 'dossier du patient n°'],
      ...['Historia clínica', 'N.º de historia clínica', 'Nº paciente', 'Número de paciente', 'NHC', 'ID del paciente'],
      ...['Expediente clínico', 'Número de historia'],
      ...['Cartella clinica', 'Numero cartella clinica', 'N. paziente', 'Codice paziente', 'ID paziente'],
      ...[
        'Número de utente',
        'N.º de utente',
        'Nº do processo clínico',
        'Número do paciente',
        'Prontuário',
        'ID do paciente',
      ],
      ...['Patiëntnummer', 'Patiënt-ID', 'Patiëntnr', 'Dossiernummer patiënt'],
      ...['Numer pacjenta', 'ID pacjenta', 'Nr pacjenta', 'Nr historii choroby', 'Numer karty pacjenta'],
      ...['Patientnummer', 'Journalnummer', 'Patient-ID', 'Patient nr'],
      ...['患者番号', '患者ID', 'カルテ番号', '診察券番号', 'カルテNo'],
      ...['病历号', '患者编号', '환자번호', '차트번호', 'Potilasnumero'],
    ],
  ],
  ['mrn', 'AB-482913', ['Patient ID', 'Patientennummer', 'N° patient', 'Patiëntnummer', '患者番号']],
  ['mrn', 'P-2024-00317', ['Patient ID', 'Numer pacjenta', 'Número de historia clínica']],
  [
    'health-insurance-member-id',
    'XYZ123456789',
    [
      ...[
        'Member ID',
        'Insurance member number',
        'Subscriber ID',
        'Health insurance number',
        'Health plan ID',
        'Insurance ID',
      ],
      ...['Versichertennummer', 'Versicherten-Nr.', 'Krankenversicherungsnummer', 'Mitgliedsnummer der Krankenkasse'],
      ...["Numéro d'assuré", "N° d'adhérent mutuelle", 'Numéro de mutuelle', "N° d'assuré social"],
      ...['Número de asegurado', 'N.º de afiliado', 'Número de póliza de salud', 'Tarjeta sanitaria'],
      ...['Tessera sanitaria', 'Numero tessera sanitaria', 'Codice assicurato', 'Numero assicurato'],
      ...['Número de beneficiário', 'N.º de segurado', 'Carteirinha do plano de saúde'],
      ...['Verzekerdennummer', 'Zorgverzekering nummer', 'Polisnummer zorgverzekering'],
      ...['Numer ubezpieczenia zdrowotnego', 'Nr ubezpieczonego'],
      ...['Försäkringsnummer', 'Försäkrings-ID'],
      ...['被保険者番号', '保険証番号', '保険者番号', '被保険者証の番号'],
    ],
  ],
  ['health-insurance-member-id', '1EG 4412 8876', ['Health insurance number', 'Versichertennummer']],
  [
    'icd10-with-diagnosis-word',
    'E11.9',
    [
      ...['Diagnosis', 'Primary diagnosis', 'ICD-10', 'Dx', 'ICD code', 'Diagnoses'],
      ...['Diagnose', 'Hauptdiagnose', 'Nebendiagnosen', 'Diagnoseschlüssel', 'ICD-10-GM', 'Entlassungsdiagnose'],
      ...['Diagnostic', 'Diagnostic principal', 'CIM-10', 'Code CIM'],
      ...['Diagnóstico', 'Diagnóstico principal', 'CIE-10', 'CID-10', 'CID', 'Código CIE'],
      ...[
        'Diagnosi',
        'Diagnosi di dimissione',
        'Hoofddiagnose',
        'Diagnos',
        'Huvuddiagnos',
        'Rozpoznanie',
        'Rozpoznanie główne',
      ],
      ...['診断', '病名', '診断名', '诊断', 'Diagnoosi', 'Diagnóza'],
    ],
  ],
  ['phone-national', '(415) 867-5309', ['Phone', 'Mobile number', 'Contact', 'Cell']],
  ['phone-national', '020 7219 4272', ['Tel.', 'Office phone', 'Direct dial', 'Emergency contact']],
  ['phone-national', '07911 123456', ['Mobile', 'Mob.', 'Phone no.']],
  [
    'phone-national',
    '030 26471835',
    ['Telefon', 'Tel.-Nr.', 'Diensttelefon', 'Rufnummer', 'Festnetz', 'Notfallkontakt'],
  ],
  ['phone-national', '0171 2604817', ['Handy', 'Mobilnummer', 'Mobiltelefon', 'Handynummer', 'Mobilfunknummer']],
  [
    'phone-national',
    '06 28 47 19 35',
    ['Téléphone', 'Portable', 'Tél.', 'Numéro de téléphone', 'Tél. portable', 'Mobile'],
  ],
  ['phone-national', '0628471935', ['Téléphone', 'Portable', 'Tél.', 'Numéro de téléphone', 'Mobile']],
  ['phone-national', '612 345 678', ['Teléfono', 'Móvil', 'Tel. móvil', 'Tfno.', 'Teléfono de contacto', 'Tlf.']],
  ['phone-national', '612 34 56 78', ['Teléfono', 'Móvil', 'Teléfono móvil']],
  ['phone-national', '612345678', ['Teléfono', 'Móvil', 'Teléfono de contacto', 'Núm. de teléfono']],
  ['phone-national', '91 128 45 09', ['Teléfono', 'Fijo', 'Tel.']],
  ['phone-national', '347 128 4509', ['Cellulare', 'Telefono', 'Cell.', 'Recapito telefonico']],
  ['phone-national', '06 6982 1234', ['Telefono', 'Tel. ufficio', 'Numero di telefono']],
  ['phone-national', '3471284509', ['Cellulare', 'Telefono cellulare', 'Numero di cellulare']],
  ['phone-national', '912 345 678', ['Telemóvel', 'Telefone', 'Contacto telefónico', 'Nº de telemóvel', 'Tlm.']],
  ['phone-national', '912345678', ['Telemóvel', 'Telefone', 'Nº de telemóvel']],
  ['phone-national', '(11) 91234-5678', ['Celular', 'Telefone', 'WhatsApp', 'Fone']],
  ['phone-national', '06-28471935', ['Telefoon', 'Mobiel', 'Telefoonnummer', 'Mobiel nummer', 'Tel.nr.']],
  ['phone-national', '020 128 4509', ['Telefoon', 'Vast nummer', 'Telefoonnummer kantoor']],
  [
    'phone-national',
    '601 284 509',
    ['Telefon', 'Tel. kom.', 'Numer telefonu', 'Komórka', 'Telefon komórkowy', 'Nr tel.'],
  ],
  ['phone-national', '22 128 45 09', ['Telefon', 'Numer telefonu', 'tel.']],
  ['phone-national', '070-128 45 09', ['Telefon', 'Mobil', 'Mobilnummer', 'Telefonnummer', 'Mobiltelefon']],
  ['phone-national', '08-528 471 93', ['Telefon', 'Telefonnummer', 'Tfn']],
  ['phone-national', '090-5284-7193', ['電話', '携帯', '電話番号', '携帯電話', '連絡先', 'TEL']],
  ['phone-national', '03-5284-7193', ['電話番号', 'TEL', '電話', '連絡先電話番号']],
  ['phone-national', '22 41 56 78', ['Telefon', 'Tlf.', 'Mobil', 'Mobilnummer']],
  ['phone-national', '079 128 45 09', ['Telefon', 'Natel', 'Mobile']],
  ['phone-national', '010-1234-5678', ['전화번호', '휴대폰']],
  [
    'card-cvv',
    '417',
    [
      'CVV',
      'CVC',
      'CVV2',
      'Card security code',
      'Prüfziffer der Karte',
      'Kartenprüfnummer',
      'Código de seguridad',
      'Cryptogramme',
    ],
  ],
  [
    'bank-account-number',
    '8400483291',
    [
      ...['Kontonummer', 'Kto. (Konto)', 'Bankkonto', 'N° de compte', 'Compte bancaire'],
      ...[
        'Número de cuenta',
        'Cuenta bancaria',
        'Conto corrente',
        'Conta bancária',
        'NIB',
        'Rekeningnummer',
        'Nr konta',
      ],
      ...['Numer rachunku', 'Kontonr', 'Bankgiro', '口座番号', '账号'],
    ],
  ],
  [
    'identity-document-number',
    'YG6692316',
    [
      ...[
        'Passport',
        'Passport no.',
        'Reisepass',
        'Reisepass-Nr.',
        'Passeport',
        'N° passeport',
        'Pasaporte',
        'Passaporto',
      ],
      ...[
        'Passaporte',
        'Paspoortnummer',
        'Numer paszportu',
        'Passnummer',
        '旅券番号',
        'パスポート番号',
        'Identity card',
      ],
    ],
  ],
  [
    'driving-licence-number',
    'U1F769462D',
    [
      ...["Driver's license", 'Driving licence', 'Führerscheinnummer', 'Permis de conduire', 'Permiso de conducir'],
      ...[
        'Patente',
        'Patente di guida',
        'Carta de condução',
        'Rijbewijsnr.',
        'Prawo jazdy',
        'Körkort',
        '運転免許証番号',
      ],
    ],
  ],
  ['mac', '3c:02:b3:13:d8:0c', ['MAC', 'MAC address', 'MAC-Adresse', 'Adresse MAC', 'Dirección MAC', 'macAddress']],
  [
    'salary-amount',
    '85,000 USD',
    [
      'Salary',
      'Base salary',
      'Annual salary',
      'Gehalt',
      'Jahresgehalt',
      'Bruttogehalt',
      'Salaire',
      'Salaire brut',
      'Sueldo',
      'Salario bruto',
      'Stipendio',
      'Salário',
      'Salaris',
      'Brutosalaris',
      'Wynagrodzenie',
      'Lön',
      'Månadslön',
      '給与',
      '年収',
    ],
  ],
  [
    'us-bank-account',
    '000123456789',
    ['Account number', 'Bank account', 'Checking account', 'Acct no.', 'Bank account number'],
  ],
  [
    'de-steuer-id',
    '86095720042',
    ['Steuer-ID', 'Steueridentifikationsnummer', 'Steuer-IdNr.', 'Steuerliche Identifikationsnummer', 'IdNr'],
  ],
  [
    'de-rvnr',
    '15090759Y730',
    ['Sozialversicherungsnummer', 'Rentenversicherungsnr.', 'SV-Nummer', 'RV-Nummer', 'Versicherungsnummer'],
  ],
  [
    'de-idcard-passport',
    'T30471852',
    ['Personalausweis', 'Ausweisnummer', 'Personalausweis-Nr.', 'Reisepassnummer', 'Ausweis-Nr.'],
  ],
  [
    'fr-nir',
    '1 85 05 78 358 708 62',
    ['Numéro de sécurité sociale', 'NIR', 'N° de sécu', 'N° sécurité sociale', 'Sécurité sociale'],
  ],
  ['nl-bsn', '353666701', ['BSN', 'Burgerservicenummer', 'BSN-nummer', 'Sofinummer']],
  ['es-dni', '12346086P', ['DNI', 'NIF', 'DNI/NIF', 'Documento de identidad', 'Número de DNI']],
  [
    'es-nss',
    '288327231583',
    ['Número de la Seguridad Social', 'NSS', 'N.º de afiliación a la Seguridad Social', 'Nº Seg. Social'],
  ],
  ['it-codice-fiscale', 'RSSMRA85T10A680S', ['Codice fiscale', 'C.F.', 'Cod. fiscale']],
  [
    'pt-nif',
    '229059287',
    ['NIF', 'Contribuinte', 'Número de contribuinte', 'N.º de contribuinte', 'Número de identificação fiscal'],
  ],
  ['pl-pesel', '44051408240', ['PESEL', 'Numer PESEL', 'Nr PESEL']],
  ['se-personnummer', '811228-4602', ['Personnummer', 'Personnr', 'Pers.nr', 'Person-/organisationsnummer']],
  ['jp-my-number', '887904185471', ['マイナンバー', '個人番号', 'マイナンバー（個人番号）']],
  ['uk-nino', 'AB 12 34 71 C', ['National Insurance number', 'NI number', 'NINO', 'NI no.']],
  ['us-ssn', '536-22-8731', ['SSN', 'Social Security number', 'Soc. Sec. No.', 'SSN (last verified 2024)']],
  ['us-ssn', '536228731', ['SSN', 'Social Security number', 'Social Security No.']],
  ['br-cpf', '23495894802', ['CPF', 'Número do CPF', 'CPF do titular']],
  ['ch-ahv', '756.6964.2175.00', ['AHV-Nummer', 'Numéro AVS', 'AHV-Nr.']],
  ['be-nn', '85.07.30-190.65', ['Rijksregisternummer', 'Numéro national', 'Registre national']],
  ['dk-cpr', '211062-5629', ['CPR', 'CPR-nummer', 'Personnummer']],
  ['no-fnr', '21096311394', ['Fødselsnummer', 'Personnummer', 'Fnr']],
  ['fi-hetu', '131052-240L', ['Henkilötunnus', 'Hetu', 'Personbeteckning']],
  ['at-svnr', '2255050359', ['SVNR', 'Sozialversicherungsnummer', 'SV-Nummer']],
  ['uk-nhs', '1137326581', ['NHS number', 'NHS no.', 'NHS']],
  ['de-kvnr', 'A813556764', ['Versichertennummer', 'Krankenversichertennummer', 'KVNR', 'KV-Nummer']],
  [
    'swift-bic',
    'DEUTDEFF500',
    ['BIC', 'SWIFT', 'SWIFT code', 'BIC/SWIFT', 'Código SWIFT', 'Code BIC', 'SWIFT-Code', 'Codice BIC'],
  ],
  [
    'date-of-birth',
    '14.03.1981',
    ['Fødselsdag', 'Født', 'Data urodzenia właściciela', 'Födelsedag', 'Geburtstag des Großvaters'],
  ],
  ['salary-amount', '85,000 USD', ['Løn', 'Månedsløn', 'Årsløn', 'Lønn', 'Lön', 'Månadslön', 'Vergütung']],
  ['driving-licence-number', 'AB1234567', ['Kørekort', 'Førerkort', 'Körkort', 'Führerschein', 'Carta de condução']],
  ['bank-account-number', '8400483291', ['Číslo účtu', 'Numer konta właściciela']],
  ['mrn', '88204117', ['Número de processo clínico', 'Historia clínica n.º', 'Kartoteka: numer pacjenta']],
  ['uk-sort-account', '20-45-77', ['Sort code', 'Sort code (UK)', 'Bank sort code']],
  ['us-aba-routing', '012247602', ['Routing number', 'ABA', 'ABA routing', 'Routing no.']],
  ['iban', 'DE26 3704 0044 0532 0240 28', ['IBAN', 'Konto', 'Account', 'Bankverbindung']],
  [
    'card-pan',
    '4539 1488 0343 6467',
    ['Card number', 'Kreditkartennummer', 'Numéro de carte', 'Tarjeta', 'カード番号', 'Note'],
  ],
];

/** As people write on other keyboards: "Fodselsdato", "Fuhrerschein". */
const PLAIN: Readonly<Record<string, string>> = { ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', đ: 'd', æ: 'a', Æ: 'A', œ: 'o' };
const plain = (label: string) =>
  label
    .replace(/[øØłŁđæÆœ]/g, (letter) => PLAIN[letter] ?? letter)
    .replace(/[\u00c0-\u017f]/g, (letter) => letter.normalize('NFD').charAt(0));

const findCases = FINDS.flatMap(([detector, value, labels]) =>
  labels.flatMap((label) =>
    [...new Set([label, plain(label)])].map((spelling) => ({ detector, label: spelling, value })),
  ),
);

it.each(findCases)('$detector: $label $value is found in every form', ({ detector, label, value }) => {
  const missed = Object.entries(FORMS).filter(
    ([, form]) => !foundIn(form(label, value)).includes(`${detector}: ${value}`),
  );
  expect(missed.map(([name]) => name)).toEqual([]);
});

/** Labels and values that only resemble them. */
const IGNORES: readonly (readonly [detector: string, label: string, value: string])[] = [
  ['date-of-birth', 'Release date', '14/03/1981'],
  ['date-of-birth', 'Renaissance', '14/03/1981'],
  ['date-of-birth', 'Airborne since', '14/03/1981'],
  ['date-of-birth', 'Gebühr ab', '14.03.1981'],
  ['date-of-birth', 'Datum', '14.03.1981'],
  ['date-of-birth', 'Date', '12 août 1985'],
  ['date-of-birth', '作成日', '1985年8月6日'],
  ['date-of-birth', 'Fecha', '12 de agosto de 1985'],
  ['date-of-birth', 'Geburtsdatum', '14.03.2081'],
  ['date-of-birth', 'Geburtsdatum', '31.02.1981'],
  ['mrn', 'Ticket number', '00482913'],
  ['mrn', 'Patient since', '01.02.2024'],
  ['mrn', 'Patients per day', '4829'],
  ['mrn', 'Patients', '4829'],
  ['mrn', 'Outpatient visits', '4829'],
  ['mrn', 'Patientenzahl', '4829'],
  ['mrn', 'Number of patients', '4829'],
  ['mrn', 'Anzahl Patienten', '4829'],
  ['mrn', 'Nombre de patients', '4829'],
  ['mrn', 'Medical journal', '00482913'],
  ['mrn', 'Chart of the quarter', '2024'],
  ['mrn', 'Order no', '00482913'],
  ['mrn', 'Record number', '00482913'],
  ['mrn', 'Dossier', '00482913'],
  ['mrn', 'Dossier technique n°', '00482913'],
  ['mrn', 'Historia', '00482913'],
  ['health-insurance-member-id', 'Ticket', 'XYZ123456789'],
  ['health-insurance-member-id', 'Group policy', 'GPO-12345'],
  ['health-insurance-member-id', 'Insurance premium', '12345.00'],
  ['health-insurance-member-id', 'Team members', '12345'],
  ['health-insurance-member-id', 'Sanity check', 'XYZ123456789'],
  ['icd10-with-diagnosis-word', 'Section', 'E11.9'],
  ['icd10-with-diagnosis-word', 'Room', 'E11'],
  ['icd10-with-diagnosis-word', 'Cell', 'B12'],
  ['phone-national', 'Order number', '415 867 5309'],
  ['phone-national', 'Bestellnummer', '612345678'],
  ['phone-national', 'Version', '30.12.345'],
  ['phone-national', 'Coordinates', '41.40338, 2.17403'],
  ['phone-national', 'Date', '06 12 2024'],
  ['phone-national', 'Total', '12 345 678'],
  ['phone-national', 'Zeit', '08:15 - 09:45'],
  ['phone-national', 'Range', '100-200 300'],
  ['phone-national', 'Calendar', '12 13 14 15 16 17'],
  ['card-cvv', 'Room', '417'],
  ['card-cvv', 'Port', '443'],
  ['salary-amount', 'Budget', '85,000 USD'],
  ['us-bank-account', 'Order number', '000123456789'],
];

it.each(IGNORES)('%s: %s %s is ignored in every form', (detector, label, value) => {
  const wrong = Object.entries(FORMS).filter(([, form]) =>
    foundIn(form(label, value)).some((one) => one.startsWith(`${detector}: `)),
  );
  expect(wrong.map(([name]) => name)).toEqual([]);
});
