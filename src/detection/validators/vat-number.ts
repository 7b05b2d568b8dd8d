import { validate as at } from 'stdnum/lib/cjs/at/uid';
import { validate as be } from 'stdnum/lib/cjs/be/vat';
import { validate as bg } from 'stdnum/lib/cjs/bg/vat';
import { validate as ch } from 'stdnum/lib/cjs/ch/vat';
import { validate as cy } from 'stdnum/lib/cjs/cy/vat';
import { validate as cz } from 'stdnum/lib/cjs/cz/dic';
import { validate as de } from 'stdnum/lib/cjs/de/vat';
import { validate as dk } from 'stdnum/lib/cjs/dk/cvr';
import { validate as ee } from 'stdnum/lib/cjs/ee/kmkr';
import { validate as es } from 'stdnum/lib/cjs/es/nif';
import { validate as fi } from 'stdnum/lib/cjs/fi/alv';
import { validate as fr } from 'stdnum/lib/cjs/fr/tva';
import { validate as gb } from 'stdnum/lib/cjs/gb/vat';
import { validate as gr } from 'stdnum/lib/cjs/gr/vat';
import { validate as hr } from 'stdnum/lib/cjs/hr/oib';
import { validate as hu } from 'stdnum/lib/cjs/hu/anum';
import { validate as ie } from 'stdnum/lib/cjs/ie/vat';
import { validate as it } from 'stdnum/lib/cjs/it/iva';
import { validate as lt } from 'stdnum/lib/cjs/lt/pvm';
import { validate as lu } from 'stdnum/lib/cjs/lu/tva';
import { validate as lv } from 'stdnum/lib/cjs/lv/pvn';
import { validate as mt } from 'stdnum/lib/cjs/mt/vat';
import { validate as nl } from 'stdnum/lib/cjs/nl/btw';
import { validate as no } from 'stdnum/lib/cjs/no/mva';
import { validate as pl } from 'stdnum/lib/cjs/pl/nip';
import { validate as pt } from 'stdnum/lib/cjs/pt/nif';
import { validate as ro } from 'stdnum/lib/cjs/ro/cui';
import { validate as se } from 'stdnum/lib/cjs/se/vat';
import { validate as si } from 'stdnum/lib/cjs/si/ddv';
import { validate as sk } from 'stdnum/lib/cjs/sk/dph';
import type { ValidateReturn } from 'stdnum/lib/cjs/types';

const COUNTRIES: Readonly<Record<string, (value: string) => ValidateReturn>> = {
  ...{
    AT: at,
    BE: be,
    BG: bg,
    CHE: ch,
    CY: cy,
    CZ: cz,
    DE: de,
    DK: dk,
    EE: ee,
    EL: gr,
    ES: es,
    FI: fi,
    FR: fr,
    GB: gb,
  },
  ...{ GR: gr, HR: hr, HU: hu, IE: ie, IT: it, LT: lt, LU: lu, LV: lv, MT: mt, NL: nl, NO: no, PL: pl, PT: pt, RO: ro },
  ...{ SE: se, SI: si, SK: sk, XI: gb },
};

/** Validates a VAT number with country prefix by the rules of its country. */
export function isVatNumber(text: string): boolean {
  const country = text.startsWith('CHE') ? 'CHE' : text.slice(0, 2);
  const body = country === 'CHE' || country === 'AT' || country === 'NO' ? text : text.slice(2);
  return COUNTRIES[country]?.(body).isValid ?? false;
}
