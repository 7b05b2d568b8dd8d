import { list } from '../list';

/**
 * Parts of the names of illnesses, injuries and treatments in the supported languages, without accents. A part may be anywhere
 * in a word: `arthros` is in Arthrose, arthrosis and Kniearthrose.
 */
export const ILLNESS_PARTS = list(`
  diabet, zuckerkrank, cukrzyc, thyreos, thyroid, tiroid, schilddrus, hypertens, hypertoni, bluthochdruck, hipertens, ipertens, nadcisnieni,
  infarct, infarkt, infarto, zawal, arrhythm, arytmi, aritmi, fibrillat, fibrilac, fibrillaz, vorhofflimm, formaksflimm, herzinsuff,
  herzkrank, heart failure, heart attack, insuffisance card, insuffisance ren, insuficiencia, insufficienza, scompenso, hartfalen, niewydolnosc,
  schlaganfall, beroerte, thrombos, trombos, embolism, lungenembol, aneurysm, aneurism, haemorrhag, hemorrhag, hemorrag, emorrag,
  hirnblut, asthm, bronch, neumon, pneumothor, lungenentzund, polmonit, longontsteking, tubercul, tuberkul, epilep, padaczk, migran,
  migrain, emicran, parkinson, alzheimer, dementi, demenz, demenc, sclerosis, sclerose, sklerose, sclerosi, stwardnieni, neuropath, neuropat,
  meningit, encephalit, paraplegi, hemiplegi, concussion, gehirnerschutt, depressi, depresi, depresj, anxiety, anxieux, angststor,
  ansiedad, burnout, burn out, bipolar, schizo, esquizo, psychos, psicosi, autis, anorex, bulim, alcoholis, alkoholabh, alcooli, alkoholkrank,
  suchterkrank, suicid, suizid, panikstor, anpassungsst, trastorno, posttraum, cancer, cancro, brustkrebs, krebserkrank, carcino,
  karzino, tumor, tumeur, nowotwor, melanom, lymphom, linfom, leukem, leukam, leucem, sarkom, sarcom, metasta, kanker, myelom,
  gastrit, colitis, colite, kolitis, crohn, celiac, celiaq, coeliac, coeliaq, zoliakie, hepatit, cirrhos, zirrhos, cirros, pancreatit,
  pankreatit, appendicit, blinddarm, gallenst, gallstone, cholecyst, cholezyst, colecist, magengeschw, reizdarm, hernia, hernie,
  leistenbruch, arthrit, artrit, arthros, artros, rheuma, reuma, fibromyal, osteopor, bandscheib, slipped disc, herniated, ernia del, discopat,
  lumbalg, lombalg, lumbag, sciatic, ischias, ciatic, sciatal, skolios, scolios, escolios, fractur, fraktur, frattur, złamani, knochenbruch,
  kreuzband, menisk, menisc, tendinit, karpaltunnel, carpal tunnel, canal carp, syphilis, sifilis, chlamyd, gonorr, malaria, borreli, sepsis,
  herpes, nephropath, nefropat, nephrit, nierenst, niereninsuff, kidney disease, renal failure, dialys, dialisi, cystitis, zystitis, prostat,
  endometrio, pregnan, schwanger, enceinte, grossesse, embaraz, gravidanz, zwanger, miscarr, fehlgeburt, fausse couche,
  anaemi, anemia, anamie, anemie, haemophil, hemophil, hamophil, sickle cell, thalass, anaphyla, anafila, allerg, alerg, unvertraglich,
  psoria, eczem, ekzem, dermatit, glaucom, glaukom, catarac, katarakt, tinnitus, horsturz, schwerhorig, schwerbehind, disabilit,
  surgery, operiert, amputat, transplantat, trasplant, chemotherap, quimioterap, mastect, ectomy, ektomie, hip replacement,
  knee replacement, kaiserschnitt, bypassop, knieoper, huftoper, operation am, lumbar fusion, hiv positiv, hiv 1, hba1c,
  maladie d, morbo di, enfermedad d, doenca d, choroba, sjukdom, cardiopat, kardiopat, cardiomyopath,
  糖尿, 高血圧, うつ病, 喘息, 肺炎, 骨折, ヘルニア, 梗塞, 腎不全, 心不全, 認知症, 脳卒中, 腫瘍, 癌, 白血病, 関節症, リウマチ, アレルギー, 妊娠, てんかん, 統合失調
`);

/** Short names, which count as whole words near a label or a verb only. */
export const ILLNESS_WORDS = list(`
  vih, copd, bpco, avc, ictus, udar, asma, astma, gicht, gota, lupus, lyme, adhd, adhs, tdah, ptsd, ptbs, covid, grippe, ansia, krebs, infekt, infection,
  infektion, borderline, handicap, arachides, nuts, peanuts, penicillin, incinta, gravid, ciaza
`);

/** The same; they are too frequent within other words to look for them: `hiv` is in archive. */
export const FREQUENT_ILLNESS_WORDS = list(`
  hiv, aids, sida, epoc, tia, stroke, gout, mania, flu, rak, latex, operation, operacja, operacion
`);

/** Labels of an illness or a treatment, and verbs that state one. */
export const ILLNESS_LABELS = list(`
  diagnos, rozpoznani, allergies, suffers from, leidet an, leidet unter, erkrankt an, souffre d, atteint d, atteinte d, padece, sufre de, affett, soffre di,
  sofre de, lijdt aan, choruje na, cierpi na, lider av, lider af, tested positive, treated for, signed off with, off with, off sick, krankgeschrieben,
  arret maladie, de baja por, ingresa por, ricoverat, internad, opgenomen met, vorerkrank, antecedent, pathologi, patologi, enfermedad,
  maladie, malattia, doenca, aandoening, medical condition, health condition, medical history, reason of absence, reason for absence, absence reason,
  grund der abwesenheit, med. besonderheiten, 診断, 病名, 既往歴, アレルギー, を患
`);

/** Parts of the international names of medicines, and some brands. */
export const MEDICINE_STEMS = list(`
  lapril, ipril, opril, prolol, atenolol, sartan, statin, statyn, prazol, conazol, cillin, metformin, insulin, thyrox, tyrox, xaban, gliptin, gliflozin,
  heparin, prednis, cortison, codein, morphin, morfin, tramadol, ibuprofen, paracetamol, metamizol, warfarin, marcumar, sintrom, lithium, litium, litio,
  salbutamol, ventolin, sertralin, citalopram, fluoxetin, mirtazapin, quetiapin, olanzapin, risperidon, clopidogrel, furosemid, torasemid,
  spironolacton, amlodipin, semaglutid, ozempic, methotrexat, metotrexat, umab, ximab, floxacin, doxycyclin, levodopa, xarelto, eliquis, diazepam,
  lorazepam, oxycodon, fentanyl, tamoxifen, valproat, lamotrigin, levetiracetam, carbamazepin, methylphenidat, ワルファリン, インスリン, メトホルミン, プレドニゾロン
`);
