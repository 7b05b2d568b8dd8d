import { detectorOf } from '../detector-of';
import { checked } from '../../validators/checked';
import { isVatNumber } from '../../validators/vat-number';
import { validateSalary } from '../../validators/labeled-numbers';
import { after, near, prefixed, token } from '../shapes';
import { list } from '../list';

/** `78.400`, `4.815,00`, `7 850`, `118500`, `4.120,-`. */
const AMOUNT = String.raw`\d{1,3}(?:[.,' \u00a0\u202f]?\d{3}){1,3}(?:[.,](?:\d{2}|-))?`;
/** By the hour: `17,80`. */
const RATE = String.raw`\d{1,3}[.,]\d{2}|[1-9]\d\d`;
const PAY_COLUMNS = list(`
  salary, gross, wage, *gehalt, brutto, *lohn, salaire, net mensuel, brut mensuel, brut annuel, sueldo, salario, bruto, neto, nomina, stipendio, lordo, netto, ral,
  ordenado, vencimento, *salaris, *loon, wynagrodzenie, pensja, *lön, *løn, mzda, plat, 給与, 月給, 年収, 時給
`);
const CURRENCY =
  '(?:[$€£¥円元원]|(?:USD|EUR|GBP|CHF|INR|AUD|CAD|PLN|SEK|NOK|DKK|CZK|euros?|dollars?|pounds|kr|zł|Kč)(?![a-z]))';

const tax = detectorOf('financial', 'Tax', 'low');
const pay = detectorOf('financial', 'Pay', 'medium');

export const taxAndPay = [
  tax('eu-vat', 'European VAT number', {
    enabledByDefault: false,
    rules: [
      token(
        [2, 5],
        [1, 12],
        /(?:AT|BE|BG|CHE|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|GR|HR|HU|IE|IT|LT|LU|LV|MT|NL|NO|PL|PT|RO|SE|SI|SK|XI)-?[0-9A-Z.]{8,15}(?:-[0-9]{2})?/i,
      ),
      // With a space after the country code, the number is not one token.
      near(
        list('vat, ust id, ust idnr, ustid, ustidnr, umsatzsteuer, tva, p iva, iva, btw, moms'),
        [0, 50],
        /[A-Z]{2}[ .](?:[0-9A-Z]{8,12}|[0-9A-Z]{2,4}(?:[ .][0-9A-Z]{2,4}){1,4})/,
      ),
    ],
    validate: checked(isVatNumber, 'checksum:vat'),
    confidence: { base: 0.6, withContext: 0.85 },
    context: list(`
      vat, vat id, vat no, vat number, ust id, ust idnr, ustid, umsatzsteuer, mwst, tva, iva, btw, moms, nip, dph
    `),
  }),
  pay('salary-amount', 'Salary', {
    // Off by default in the first catalog.
    addedIn: 2,
    rules: [
      prefixed(
        ['$', '€', '£', '¥', 'usd', 'eur', 'gbp', 'chf', 'inr', 'aud', 'cad', 'pln', 'sek'],
        new RegExp(String.raw`(?:[$€£¥]|[A-Z]{3}) ?(?:${AMOUNT}|\d{2,3}k|${RATE})(?!\d)`, 'i'),
      ),
      token(0, [1, 7], new RegExp(String.raw`(?:${AMOUNT}|${RATE}) ?${CURRENCY}`, 'i')),
      after(PAY_COLUMNS, new RegExp(String.raw`[a-z ]{0,15}[:=] ?(?<value>${AMOUNT})(?![\d%])`), {
        cell: new RegExp(`(?<bare>)${AMOUNT}`),
        confidence: { base: 0.6 },
      }),
      token(0, [1, 4], /\d{1,4}(?:[.,]\d)?万(?:\d千)?円/),
      token(0, [2, 3], /\d{2,3}k(?: ?[$€£]| ?(?:USD|EUR|GBP|CHF)\b)?/i),
    ],
    validate: validateSalary,
    confidence: { base: 0, withContext: 0.6 },
    context: list(`
      salary, salaries, compensation, base pay, annual pay, monthly pay, wage, wages, payroll, pay rise, bonus, remuneration,
      commission, *provision, provvigione, comision, comissao, hourly rate, daily rate, day rate, stundensatz, tagessatz, taux horaire, taux journalier, tarifa por hora, tariffa oraria, uurtarief, dagtarief, stawka*, timpris, timtaxa, sazba, pension, pensione, pensioen, emerytura, altersrente, duchod,
     
      *gehalt, *gehalts, lohn, *lohn, vergutung, bezuge, salaire*, remuneration*, sueldo*, salario*, nomina, stipendi*, retribuzion*,
      ordenado, vencimento, remuneracao, *salaris, brutoloon, nettoloon, loon, lon, *manadslon, *manedslon, *arslon, *lonn, wynagrodzeni*,
      *brutto*, lordo, lorda, bruto, gross pay, pensja, pensji, pensje, palkka, earns, earning, is paid, take home, pay rise, raise, raised, gross, net pay, an hour, a year, a month, per month, per year, per hour, verdient, bekommt, *stundenlohn, *netto*, *pramie, zulage, im jahr, im monat, gagne, touche, percoit, par mois, par an, prime, primes, brut, bruts, cobra, gana, brutos, netos, al mes, al ano, aumento, guadagna, prende, netti, lordi, al mese, l'anno, all'anno, ral, premio, ganha, liquidos, por mes, por ano, recebe, percibe, entra con, ontvangt, dostaje, uurloon, per maand, krijgt, opslag, is on, vereinbart, agreed, convenus, pattuit*, acordad*, afgesproken, aftalt, bere, zarabia, premia, podwyzk*, brutto, miesiecznie, tjanar, far, i manaden, tjener, tillaeg, *tillag, *tillagg, *ersattning, om maneden, hrubeho, cisteho, odmen*, plat, mzda, base, 時給, 給与, 給料, 年収, 年俸, 月給, 基本給, 工资, 薪, 연봉, 월급
    `),
  }),
];
