import type { Rows } from '../row';

export const westernEurope: readonly Rows[] = [
  {
    detector: 'de-steuer-id',
    finds: ['Steueridentifikationsnummer ‹86095720042›', 'Steuer-ID: ‹81405779233›', 'IdNr. ‹67 096 182 534›'],
    ignores: ['Steuer-ID: 84782869260', 'IdNr. 63 549 176 588'],
  },
  {
    detector: 'de-rvnr',
    finds: ['RVNR: ‹15090759Y730›', '‹65010854D351›'],
    ignores: ['RVNR: 15150297H932', '65150187R550'],
  },
  {
    detector: 'de-idcard-passport',
    finds: ['Ausweis Nr. ‹T30471852›', 'Personalausweis ‹L01X00T73›', 'Reisepass: ‹C01998663›'],
    ignores: ['Personalausweis L01X00T98', 'Reisepass: C01499572'],
  },
  {
    detector: 'de-steuernummer',
    finds: ['Steuernummer: ‹181/815/08155›', 'St.-Nr. ‹133/8150/8159›'],
    ignores: ['Zeitraum 12/24', 'am 181/815/08155'],
  },
  {
    detector: 'de-driving-licence',
    finds: ['Führerschein: ‹B072RRE3K17›', 'Fahrerlaubnis ‹MU12345678B›'],
    ignores: ['Gerät B072RRE3K17', 'Führerschein Klasse B'],
  },
  {
    detector: 'at-svnr',
    finds: ['SVNR ‹2255050359›', 'Sozialversicherungsnummer: ‹7513 250656›'],
    ignores: ['SVNR 4868191291', 'Sozialversicherungsnummer: 3389 110499'],
  },
  {
    detector: 'at-tin',
    finds: ['Steuernummer ‹16-801/8224›', 'Abgabenkontonummer: ‹299897314›'],
    ignores: ['Steuernummer 79-313/6003', 'Abgabenkontonummer: 129185194', 'Build 299897314'],
  },
  {
    detector: 'ch-ahv',
    finds: ['AHV-Nummer ‹756.6964.2175.00›', '‹7569140481665›'],
    ignores: ['AHV-Nummer 756.8283.6408.51', '7564190639199'],
  },
  {
    detector: 'ch-uid',
    finds: ['UID ‹CHE-502.997.514›', 'MWST ‹CHE871418251›'],
    ignores: ['UID CHE-402.014.235', 'MWST CHE564468083'],
  },
  {
    detector: 'fr-nir',
    finds: ['Numéro de sécurité sociale : ‹1 85 05 78 358 708 62›', 'NIR ‹1-85-05-78-358-708-62›', '‹285057803669285›'],
    ignores: ['Numéro de sécurité sociale : 1 85 05 78 511 010 97', '285057809883890'],
  },
  {
    detector: 'fr-spi',
    finds: ['Numéro fiscal : ‹30 65 453 770 029›', 'SPI ‹0792280501040›'],
    ignores: ['Numéro fiscal : 30 88 028 374 246', 'SPI 0780486495701'],
  },
  {
    detector: 'fr-siren-siret',
    finds: ['SIREN ‹481 648 459›', 'SIRET : ‹01005145230593›'],
    ignores: ['SIREN 625 380 127', 'SIRET : 28753480740616', 'Build 01005145230593'],
  },
  {
    detector: 'fr-passport',
    finds: ['Passeport ‹12AB34567›', 'numéro de passeport : ‹09CD12345›'],
    ignores: ['Lot 12AB34567', 'passeport 12AB3456'],
  },
  {
    detector: 'fr-id-card',
    finds: ["Carte d'identité ‹880692310287›", 'CNI : ‹X4RTBPFW4›'],
    ignores: ['Commande 880692310285', 'CNI absente'],
  },
  {
    detector: 'nl-bsn',
    finds: ['BSN: ‹353666701›', 'burgerservicenummer ‹9157.77.575›'],
    ignores: ['BSN: 082341377', 'burgerservicenummer 7210.46.645', 'Build 9157.77.575'],
  },
  {
    detector: 'nl-passport',
    finds: ['Paspoortnummer ‹SPECI2014›', 'documentnummer: ‹NWR8KF2B1›'],
    ignores: ['Order SPECI2014', 'paspoort SPECI201'],
  },
  {
    detector: 'be-nn',
    finds: ['‹85.07.30-190.65› is mijn nummer', 'Rijksregisternummer ‹03122658572›'],
    ignores: ['85.07.30-569.10 is mijn nummer', 'Rijksregisternummer 86012822296'],
  },
  {
    detector: 'lu-matricule',
    finds: ['Matricule ‹1965080918877›', '‹1968062437507›'],
    ignores: ['Matricule 1952061325831', '1955040827669'],
  },
];
