import { CAPITALS, LETTERS } from '../../text/letters';
import { validatePostalAddress } from '../../validators/postal-address';
import { detectorOf } from '../detector-of';
import { list } from '../list';
import { near, token } from '../shapes';

const NAME = String.raw`[${CAPITALS}][${LETTERS}'’.-]{1,24}`;
const PLACE = String.raw`(?:St\. )?[${CAPITALS}][${LETTERS}'’-]{1,24}`;
const TOWN = String.raw`${PLACE}(?:[ -](?:(?:am|an der|im|in|ob|bei|de|la|del|sur|en|di|upon|le|les) )?${PLACE}){0,2}`;
/** `22a`, `8/14`, `31/8`, `5-7` */
const NUMBER = String.raw`\d{1,4} ?[a-zA-Z]?(?:[/-]\d{1,4}[a-z]?)?(?: (?:m|lok|lgh|bus|bte)\.? ?\d{1,4})?`;
/** `3.º B`, `2.º Esq.`, `Apt 4`, `m. 12` */
const FLOOR = String.raw`(?:, ?[${LETTERS}\d.º°ª# ]{1,16}){0,2}`;
const BREAK = String.raw`(?:, ?|\n| - )`;
/** Postcodes before a town: Germany, Austria, Switzerland, France, Belgium, Italy, Spain, Denmark, Netherlands, Poland, Portugal, Sweden. */
const POSTCODE = String.raw`(?:(?:DE?|AT?|CH|FR?|BE?|LU?|NL|DK|SE?|PL|ES?|IT?|PT?)-)?(?:\d{5}|\d{4} ?[A-Z]{2}(?= )|\d{4}-\d{3}|\d{2}-\d{3}|\d{3} \d{2}|[1-9]\d{3})`;
const UK_POSTCODE = String.raw`(?:[AC-FHKNPRTV-Y]\d[\dW] ?[AC-FHKNPRTV-Y\d]{4}|[A-PR-UWYZ][A-HK-Y]?\d[A-Z\d]? ?\d[A-Z]{2})`;
const STATE = String.raw`(?:(?:NSW|VIC|QLD|WA|SA|TAS|ACT|NT) \d{4}|[A-Z]{2} \d{5}(?:-\d{4})?|[A-Z]{2},? [ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d)`;

/** Words of streets, which come before the number, and labels of addresses. */
const STREETS = list(`
  strasse, straße, str. , gasse, weg , platz, allee, chaussee, ring , damm , ufer , steig , anger , straat, laan , plein , gracht, kade , singel, dijk ,
  via , viale , piazza , corso , vicolo , calle , c/ , avenida, avda, carrer , plaza , paseo , rua , travessa, praca , estrada , ul. , al. , os. , gatan,
  vagen , vej , gade , rue , home address, anschrift, adresse, wohnhaft, domicil, direccion, indirizzo, residenza, morada, adres , woonadres, zamieszk, hemadress
`);

/** Words that a person lives somewhere, and a street and a town without a postcode after them. */
const HOMES = list(`
  lives at, they live, home address, lives in, lives on, moved to, now goes to, wohnt, umgezogen, habite, demeure, vive en, esta en la calle, se ha mudado, abita, sta in, risiede, mora n, mora agora, mudou-se, woont, thuis in, thuis op, verhuisd,
  mieszka, przeprowadzi, bor pa, bor i, flyttar in, flyttat till, flyttet til, bydli, prestehova, stays at, staying at, morar para, hjemme pa, bydlet, post things to, send post to, cartas seguem, deliver, liefern, livrer, enviar, entregar, consegnare, spedire, afleveren, bezorgen, dostarcz, leverera, leveres, doruc
`);
const BARE_ADDRESS = new RegExp(
  String.raw`(?<bare>)(?<![${LETTERS}\d])(?:(?:(?:Am|Im|An der|Zum|Zur|via|viale|piazza|calle|rue|rua|ul\.|al\.) (?:d[a-z]{1,3} )?)?${NAME}(?: (?:${NAME}|d[aeo]s?|del?|della|dei|du|la|le|van|von|der|den)){0,4},? ${NUMBER}|(?:(?:Flat|Apartment|Apt\.?|Unit) \d{1,4}[A-Za-z]?, )?\d{1,4}[a-z]?,? (?:${NAME}(?: ${NAME}){1,3}|(?:rue|avenue|chemin|impasse|allée|quai|place)(?: [${LETTERS}'’.-]{1,20}){1,5}))(?:, | in )(?:${POSTCODE} )?(?!(?:Flat|Apartment|Apt|Unit|Suite)[. ])${TOWN}(?![${LETTERS}]|,? [A-Z]{1,2} ?\d)`,
);

const address = detectorOf('pii', 'Addresses', 'medium');

export const postalAddresses = [
  address('postal-address', 'Postal address of a person', {
    addedIn: 2,
    rules: [
      near(
        STREETS,
        [40, 90],
        new RegExp(
          String.raw`(?<![${LETTERS}\d])(?:(?:ul|al|os|pl)\. |C/ ?|(?:Am|An der|Im|In der|Auf dem|Zum|Zur|Unter den) )?${NAME}(?: (?:${NAME}|d[aeo]s?|del?|della|dei|degli|du|des|la|le|van|von|der|den|het|i)){0,4},? ${NUMBER}${FLOOR}${BREAK}${POSTCODE} ${TOWN}(?![${LETTERS}])`,
        ),
      ),
      near(
        ['丁目', '番地', '都', '県', '府', '住所', '自宅', '現住所'],
        [20, 50],
        /(?:〒 ?\d{3}-\d{4} ?)?(?:[一-龠]{2,3}[都道府県])?[一-龠ヶケ]{1,6}[市区町村郡][一-龠ぁ-んァ-ヶー]{0,12}(?:\d{1,3}丁目)?\d{1,4}(?:[-－番]\d{1,4}){0,3}(?:号)?(?: [ァ-ヶー一-龠]{2,12}\d{1,4}(?:号室)?)?/,
        { bounded: false },
      ),
      near(HOMES, [0, 70], BARE_ADDRESS),
      // The number first: Great Britain, Ireland, North America, France.
      token(
        0,
        [1, 5],
        new RegExp(
          String.raw`(?<![\d.,/-])\d{1,5}[a-zA-Z]?(?: bis| ter)?,? ${NAME}(?: [${LETTERS}'’.]{1,20}){0,4}${FLOOR}${BREAK}(?:${TOWN}${BREAK})?(?:${TOWN},? ?${BREAK}?(?:${UK_POSTCODE}|${STATE})|${TOWN}\n${UK_POSTCODE})(?![${LETTERS}\d])`,
        ),
      ),
      token(
        0,
        [1, 4],
        new RegExp(
          String.raw`(?<![\d.,/-])\d{1,4}(?: ?bis| ?ter| ?[A-D])?,? (?:rue|avenue|av\.|boulevard|bd\.?|chemin|impasse|allée|quai|venelle|route|place|square|cours|ruelle|sentier|passage|faubourg|résidence)(?: [${LETTERS}'’.-]{1,20}){1,5}${FLOOR}${BREAK}(?:F-|B-|L-|CH-)?\d{4,5} ${TOWN}(?![${LETTERS}])`,
          'i',
        ),
      ),
    ],
    validate: validatePostalAddress,
    confidence: { base: 0.75 },
  }),
];
