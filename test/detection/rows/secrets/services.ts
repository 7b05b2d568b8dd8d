import type { Rows } from '../row';

export const servicesRows: readonly Rows[] = [
  {
    detector: 'notion-token',
    finds: [
      '‹ntn·_5236137622·8TfKbuO5UNy·Ih8aDyl66PL·gW5RbZguYiI·gWM›',
      'NOTION=‹sec·ret_bxgV5vE·bv49LQCpHgt·eRJrL6n9R60·WirsWLEvuLm·Rm0›',
    ],
    ignores: ['ntn·_1234567890·12345678901·234567890', 'secret_name'],
  },
  {
    detector: 'linear-key',
    finds: ['‹lin·_api_OMPCSQ·fUDmAeCZLd7·yJJuws0CbPk·QqHJnOEC4Ai·x›'],
    ignores: ['lin_api_key', 'linear: gradient'],
  },
  {
    detector: 'airtable-token',
    finds: [
      '‹pat·vzLlTtYeA31·GTt.0dbffed·0dfaf7d40aa·4e7c3fbe793·c1d9316ba1c·1ba040040c0·72b9017f3dd·c6›',
      'AIR·TABLE_API_K·EY=‹key·5T8g55MHV8B·xsY›',
    ],
    ignores: ['pat·tern.51d27f·9f9a4458706·6dc2fc920a1·6eaaea4c368·aa8af1459d1·d0db0b4dd72·a28', 'airtable: base'],
  },
  {
    detector: 'asana-credential',
    finds: [
      'ASA·NA_CLIENT_S·ECRET=‹sfy·2xzzmxhjyug·2vl5w8khxop·e78l82w›',
      'asana_id = ‹699·29646482036·83›',
      '‹1/5·12680284306·5803:e28562·1407b4aa473·a754d6fc0c5·036f›',
    ],
    ignores: ['asana: task', '1/2'],
  },
  {
    detector: 'figma-token',
    finds: ['‹fig·d_z1mCXtR9m·9X40VqrLvVa·fQUTg0VeAqo·39mvIL5X9RU·m›'],
    ignores: ['figd_abc', 'config_d'],
  },
  {
    detector: 'dropbox-token',
    finds: [
      '‹9ta·CrTzMgXLAAA·AAAAAAAK78Y·rIfLk0eNihz·kcLIopq8K5I·NZlJOKUWVjq·k8qk46›',
      '‹sl.·up9bzJwVnhM·vq1wDhqPdbd·gqoB8PZ822g·gwS1qGYLOpI·hdjJLbgbfcK·xofQNb6cIlf·HJwfxtDEkK4·dElwct51Oj4·jCBb4BwAebq·cX5VIAcf4oe·AxKdBFcD5LI·GJZopsU6Yir·kEZ›',
      'dro·pbox_secret = ‹o0f·z8c9i8pa1zs·f›',
    ],
    ignores: ['sl.short', 'dropbox: folder'],
  },
  {
    detector: 'postman-key',
    finds: ['‹PMA·K-ae410f0fd·63c7926026a·e058-bdec15·031b8844ec7·094f5534d3b·c1847e›'],
    ignores: ['PMAK-key', 'PMA·K-f0d08893c·d'],
  },
  {
    detector: 'facebook-token',
    finds: [
      '‹EAA·MNKXMiSpzUR·IwqdmJ1jhSy·kzCKUgVNsCn·9C8tlg7jnM3·emWdNrWYE3k·62Ck4BFUv4l·NjD6NO49hcH·ykKNP6yX9Rw·UK1Wh5ctDEv·e5TAQGFPn1l·E›',
      '‹200·86024125749·83|EIU·vWBySCvuETF·Gun5s5aHTLZ·i0›',
      'FAC·EBOOK_APP_S·ECRET: ‹6a2·2b5d4ecdd55·9ffc34b6ae7·cf86aed›',
    ],
    ignores: [
      'eaa·a1f9672b870·71606ceca58·a5740e4ae26·05ecf2d4e42·85b9b9fe4f8·cd351bb26a4·9fdd3d37e78·03ec3923430·98660b715b1·b2d3a4ff837·f',
      'facebook: page',
    ],
  },
  {
    detector: 'twitter-token',
    finds: [
      '‹AAA·AAAAAAAAAAA·AAAAAAAMux7·ZAAdivGlhaV·JMLT2YLqkk%3DO·2TsUjwocxkC·kp0F4sIa83B·4C2Xlr06gIf·kwb04YUoFlu›',
      'TWI·TTER_API_KE·Y=‹Lg8·HhbS7krddgq·DUP02lZudPu›',
      'twi·tter_secret·: "‹0sx·74bPm5nuhF8·hbFwfjkKwOw·QSLxhl8znhe·sgWyfrGN15m·osS›"',
    ],
    ignores: [
      'twitter: @acme',
      'AAA·AAAAAAAAAAA·AAAAAAAAAAA·AAAAAAAAAAA·AAAAAAAAAAA·AAAAAAAAAAA·AAAAAAAAAAA·AAAAAAAAAAA·AAAAAAAAAAA·AAAAAAAAAAA·AAAAAAAAAAA·AA',
    ],
  },
  {
    detector: 'linkedin-credential',
    finds: ['LIN·KEDIN_CLIEN·T_SECRET=‹p2A·mmmtkxE3YCD·Ek›', 'linkedin_id: ‹xoh·0oxtb5pcb4p›'],
    ignores: ['linkedin: /in/jane', 'linkedin: you·rclientsecr·et'],
  },
  {
    detector: 'social-media-token',
    finds: [
      'TWITCH_TOKEN=‹1if·14yyyevpts6·mu8crzd7ek8·bdmkh›',
      'etsy_key: ‹nde·0feiek5hwtk·im11wlic8h›',
      'spo·tify_secret = "‹147·aafb7c9dc97·c2cc9fbb3e3·5276c85›"',
    ],
    ignores: ['SetSysctl = "emd·uuox1luuluk·hbocxf9xc4"', 'twitch: live'],
  },
  {
    detector: 'salesforce-credential',
    finds: [
      '‹00D·3s1Ur9FPbD5·T!hGkXM7IWn·Y04E4YpHiCX·joFmnN5uWOi·8lPSzx56Gge·FgcDX2ATFiz·Qoo1YKQ4Nir·QZlJrQm2oTs·0QRPtjKJF1p·ZtJK2aDG4X›',
      'consumer: ‹3MV·GqmybJiqewY·RcwXP128KJh·3q016xmgUXz·iB3BLab77Xo·fh2WmK0uDFV·FFwNYaVUywS·2mcbu7Fbh0q·A90G0›',
    ],
    ignores: ['00D·r5OGaVLQwM4·0', '3MVG'],
  },
  {
    detector: 'maps-token',
    finds: ['‹pk.·eyJJCKq6zn4·b-4xY01eHVP·0igL3b8fe26·VwkBgf8Ryw6·zluKueXZN_N·WpKI_5Ap.cF·Wr4cP0M2XyV·Pz0L4XwEv›'],
    ignores: ['pk.short', 'mapbox: style'],
  },
  {
    detector: 'content-service-key',
    finds: [
      '‹CFP·AT-wudJ7wov·t2FNhDbqK8s·gDRGzXYRnMq·nSSZxd5u8Dk·OB›',
      '‹tfp·_E1RngCHsmG·TSyb52xqNbu·9ZK7rarmqbv·TBsNlGQp5LL·v3CfXNvfWLP·wBkfk›',
      '‹rdm·e_g4b2bpxb2·1008wc7yy4f·8ldut1i9rwr·oabugg50kip·flvef7a9ke0·6kj1thyt7s6·75qbfc›',
      'ALGOLIA_KEY=‹d1a·c7b5f6f4414·9f595a4b624·c834fc5›',
      'clo·udinary://8·39352972000·642:‹EgO·jexiU8lZ0We·UMY2mskZaEf·Hb›@acme',
    ],
    ignores: ['CFPAT-token', 'rdm·e_XXXXXXXXX·XXXXXXXXXXX·XXXXXXXXXXX·XXXXXXXXXXX·XXXXXXXXXXX·XXXXXXXXXXX·XXXXXX'],
  },
  {
    detector: 'data-service-key',
    finds: [
      '‹ZzR·GK6_GkyBbqP·RS6dWZWv5nn·9m9mUIfv2D0·_mmk›',
      'RAPIDAPI_KEY: ‹2ie·cIBs3aTwONY·iuMlBNWggGm·zbj6tYmBoWp·tqWEzZRZT3I·OeU›',
      '‹sm_·pat_AQMpDW7·RUx3NCtL4›',
      'confluent_key = "‹0NI·CMB67QIDLRE·O3›"',
    ],
    ignores: ['sm_pat_short', 'looker: dashboard'],
  },
  {
    detector: 'adobe-credential',
    finds: ['‹p8e·-zl8s80vikn·0fvbllze48s·acs9ir3acbp›', 'ado·be_client_i·d: ‹ac4·6c0941e06dc·7266f206689·9c341ce›'],
    ignores: ['p8e-short', 'adobe: photoshop'],
  },
  {
    detector: 'identity-service-key',
    finds: [
      '‹sc_·lytp3027rhd·9.snim7.acc·_v5e26yh0jh·r7vyfy.xvxR·jC2RYHwwvZI·eK772SF8sIo·pbaYLDbqa5Z·jFxLBQuwZlD·vlBwmJZm3cS·e›',
      'AUT·H0_CLIENT_S·ECRET=‹Q9j·nJZAIqks7S3·7vunTOdNa7J·zRGoMuMFY5p·9s64w16KUbH·pVNdOJIGkfZ·asnUPm›',
      '‹s-s·4t2ud-23f2f·4e6fedfd165·9343908ba3a·92fb992fbd9·c971cbf57dc·39f21b3b946·1b6e›',
    ],
    ignores: ['sc_short', 'ext_module'],
  },
  {
    detector: 'iot-service-key',
    finds: ['‹aio·_l1KsVosKCk·cfJB1Yb6AcQ·mJxGQ7Q›', 'ADAFRUIT_KEY = "‹aaa·b1a0a5560ab·65f0dd502d5·44a597a›"'],
    ignores: ['aio_pika', 'adafruit: feather'],
  },
  {
    detector: 'sidekiq-credential',
    finds: [
      'BUN·DLE_ENTERPR·ISE__CONTRI·BSYS__COM=‹6f8·8e2a6:ca2a4·616›',
      'https://‹cfd·2dad6:4d82d·217›@gem·s.contribsy·s.com/',
    ],
    ignores: ['htt·ps://gems.c·ontribsys.c·om/', 'BUN·DLE_GEMS__C·ONTRIBSYS__·COM='],
  },
];
