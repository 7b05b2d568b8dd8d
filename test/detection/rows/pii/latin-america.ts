import type { Rows } from '../row';

export const latinAmerica: readonly Rows[] = [
  {
    detector: 'br-cpf',
    finds: ['CPF ‹23495894802›', '‹809.335.210-49›'],
    ignores: ['CPF 03834782131', '267.499.833-36', '2020-07-21 19:00:37.692722128-04:00'],
  },
  {
    detector: 'br-cnpj',
    finds: ['CNPJ ‹7K.D4M.9X2/0001-97›', 'CNPJ ‹52979511672468›', '‹55.606.273/0001-76›'],
    ignores: ['CNPJ 21029041035282', '47.353.921/0001-88'],
  },
  {
    detector: 'br-pis',
    finds: ['PIS ‹24141884220›', 'NIS: ‹702.27184.69-7›'],
    ignores: ['PIS 48232550832', 'NIS: 221.48932.99-9', 'Build 702.27184.69-7'],
  },
  {
    detector: 'br-cnh',
    finds: ['CNH ‹23581732408›', 'habilitação: ‹32430981743›'],
    ignores: ['CNH 43855534639', 'habilitação: 04065015083', 'Build 32430981743'],
  },
  {
    detector: 'mx-curp',
    finds: ['CURP ‹MUHL830612MDFXRR02›', '‹GOMC921206HDFMRR02›'],
    ignores: ['CURP BOXW310820HNERXN04', 'GOMC720822HDFMRR07'],
  },
  {
    detector: 'mx-rfc',
    finds: ['RFC ‹GODE561231GR0›', 'RFC: ‹VECJ880326GO0›'],
    suspects: ['RFC ‹TQM970414NP5›'],
    ignores: ['RFC GODE561231GR6', 'RFC: VECJ880326DQ2'],
  },
  {
    detector: 'mx-nss',
    finds: ['NSS ‹03275647208›', 'IMSS: ‹22784075735›'],
    ignores: ['NSS 34768173617', 'IMSS: 04813648604', 'Build 22784075735'],
  },
  {
    detector: 'ar-cuit',
    finds: ['CUIT ‹20246192112›', '‹20-49464826-2›', 'CUIT ‹27-69378725-9›'],
    suspects: ['CUIT ‹30-00608264-1›', 'CUIT ‹33-11326072-1›'],
    ignores: ['CUIT 20494613518', '20-57654671-3'],
  },
  {
    detector: 'ar-dni',
    finds: ['DNI ‹30.183.426›', 'documento: ‹28456789›'],
    ignores: ['Lote 30.123.456', 'DNI pendiente'],
  },
  {
    detector: 'cl-rut',
    finds: ['RUT ‹15027683-7›', '‹8.508.587-5›'],
    suspects: ['RUT ‹92204894-0›', 'RUT de la empresa: ‹76.408.999-5›'],
    ignores: ['RUT 44275439-6', '87.417.747-9'],
  },
  {
    detector: 'co-nit',
    finds: ['NIT ‹961425706-2›', 'NIT: ‹800.488.207-4›'],
    ignores: ['NIT 930685503-9', 'NIT: 800.635.622-3', 'Build 800.488.207-4'],
  },
  {
    detector: 'pe-ruc',
    finds: ['RUC ‹10481711130›', 'SUNAT: ‹10576773086›'],
    suspects: ['RUC ‹20178276817›'],
    ignores: ['RUC 20693632521', 'SUNAT: 10970290441', 'Build 10576773086'],
  },
  {
    detector: 'ec-cedula',
    finds: ['Cédula ‹1722265061›', 'cédula de identidad: ‹0903882819›'],
    ignores: ['Cédula 1707452785', 'cédula de identidad: 0970337125', 'Build 0903882819'],
  },
  {
    detector: 'uy-cedula',
    finds: ['Cédula ‹0927804-0›', 'Documento ‹3.108.734-2›'],
    ignores: ['Cédula 9870496-3', '9.780.171-3'],
  },
  {
    detector: 've-rif',
    finds: ['RIF ‹V955610560›', 'RIF: ‹V-11470283-4›'],
    ignores: ['RIF V844477414', 'RIF: J-67235178-8', 'Build J-01610813-7'],
  },
  {
    detector: 'gt-cui',
    finds: ['CUI ‹7720698080101›', 'DPI: ‹4748 26430 0101›'],
    ignores: ['CUI 3825826190101', 'DPI: 5255 57642 0101'],
  },
  {
    detector: 'do-cedula',
    finds: ['Cédula ‹00159132182›'],
    suspects: ['‹402-2045334-0›'],
    ignores: ['Cédula 00184137138', '402-7679638-3'],
  },
  {
    detector: 'cu-ni',
    finds: ['Carné de identidad ‹85020291531›', 'número de identidad: ‹91021027775›'],
    ignores: ['Carné de identidad 85139291531', 'Serie 85020291531'],
  },
];
