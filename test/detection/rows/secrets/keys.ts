import type { Rows } from '../row';

export const keysRows: readonly Rows[] = [
  {
    detector: 'pem-private-key',
    finds: [
      '‹-----BEGIN RSA PRIVATE KEY-----\ne2G·TQ1F9b4/PSy·i2jKUKlKrnh·QBZKySJRU8T·NiwO8TwcjjZ·e8NeK48tqcO·SD+nIl\nEli·g95oVzMeuUo·kGtIq7q0+7U·SuPhSXqlCYY·giNZw+QPfso·jIbiorjI+1M·h36h/r\nEOH·wW5l/vKhXHD·Uf5PC0u8t8h·wh4UGdtTOLJ·rYTB\n-----END RSA PRIVATE KEY-----›',
      '"‹-----BEGIN PRIVATE KEY-----\\ntl·Fgn1kYwkZMf·9V9Y7jFIgxq·2iVkdSn+DO5·DhV+RIkKQ3H·xeHAJXr6T76·I8w1fRF\\n9z·xouDmvrkkMm·j5OmgXLh8TH·4LekKj4V8zr·6jYuaTAygqS·by8+shCiwi6·itw7s2l\\n-----END PRIVATE KEY-----›\\n"',
    ],
    ignores: [
      '-----BEGIN PRIV·ATE KEY-----\nABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/\nABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/\n-----END PRIV·ATE KEY-----',
      '-----BEGIN RSA PRIV·ATE KEY-----\nMIIEabcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789\nabcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789\n-----END RSA PRIV·ATE KEY-----',
      '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
      '-----BEGIN PUBLIC KEY-----\nkpD·fqbFqbmzv/r·YIioEf81t4E·roBCxp+Tbsp·348xJyWVpc/·abKQhaV/vbv·4mzEE1\nWnu·j54ZyASsQXC·2GbA2kGP7Wr·kbSB65uFNRj·s9ACrwyU3Bx·wqqc1+hidOi·wrTnar\n-----END PUBLIC KEY-----',
      '-----BEGIN CER·TIFICATE---·--',
    ],
  },
  {
    detector: 'openssh-private-key',
    finds: [
      '‹-----BEGIN OPENSSH PRIVATE KEY-----\nb3B·lbnNzaC1rZX·ktdjEAAAAAe·fabNXA9JqVK·SJ3BZkVmh4p·ABosV90e1Hu·ZUrfeVWBfM4·V\nN3V·bY9xDMr5F4v·irkMP7HD+r/·rxX9ApzbMTD·bG5GKkKN9AA·Sx5lLcBNEJH·7qbWLYBNYCA·8\noqv·Y7oIPnzUkjn·PnaoeG/A+8P·DJpe7Q+xlha·QtTrZCsxp2o·q0wlaztG2Bk·Qwa0hIvs7ve·N\n-----END OPENSSH PRIVATE KEY-----›',
    ],
    ignores: [
      '-----BEGIN OPENSSH PRIVATE KEY-----\nxxx\n-----END OPENSSH PRIVATE KEY-----',
      'ssh-rsa AAA·AB3NzaC1yc2·E',
    ],
  },
  {
    detector: 'pgp-private-key',
    finds: [
      '‹-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2\n\nlQO·YBFL2D8TAv/·/dFOZlrfbMN·zGYB54pVF+y·lxeN8UKSvHs·dF1MSnd+TjM·yRiXGh\nbVh·DA7Nz+uQ1MH·LjSyHVPLIeX·q1J2NiylRG/·FXDXWeSU4B8·9EZOq6sRh9x·XFNjPr\n=ab12\n-----END PGP PRIVATE KEY BLOCK-----›',
    ],
    ignores: [
      '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQE·NBFu81wDBsS·f23KrPITqZJ·6BTl0gKuGsj·hIIedYlsG+c·3d5O47UXPQk·UTUeYC\n-----END PGP PUBLIC KEY BLOCK-----',
      '-----BEGIN PGP PRIVATE KEY BLOCK-----\n...\n-----END PGP PRIVATE KEY BLOCK-----',
    ],
  },
  {
    detector: 'putty-private-key',
    finds: [
      'Pri·vate-Lines: 2\n‹Yds·7+zrmM6RhU8·0eoYSsVf7DC·HObNQOERlnG·QU6aZ/E3lFQ·2FqVzPWOFpA·AnFUZV\nK9B·Yhm1Sz10UNk·YIXbcgTcbET·xMu2ZyYI3YL·xRaR242J\n›Private-MAC: 0',
    ],
    ignores: [
      'Pri·vate-Lines: many',
      'Public-Lines: 2\ncDZ·qVh7geHBnWL·GjaCcQTV0vq·zzQ4xPLGhQP·epSuMjoFq0f·lNhbhLq+u7U·5Jw9jz',
    ],
  },
  {
    detector: 'encoded-private-key',
    finds: [
      'key: ‹LS0·tLS1CRUdJTi·BQUklWQVRFI·EtFWS0tLS0t·TUlJRXZRSUJ·BREFOQmdrcW·hraUc5dzBCQ·VFFRkFBU0M=›',
      '‹MII·EpAIBAAKCdb·quv6VhPmvzw·22Mn/QNeYQh·6V4oGMckqMq·1ioCFfWDkG5·996P1QzTFj5·eBxmLS/GfFx·FeM1JCDkZm3·Iq6c/q8tPhk·mt4Qwbj5DfG·UHk/taHMzaE·CiPOQai6dH6·VBBtPbZyOnK·drXxkryvfId·+EqU7SE18W3·txxep6Sa412·snfmTN++4aU·FcCpRsvxNAr·kUMlSClF8Gm›',
    ],
    ignores: [
      'cert: LS0·tLS1CRUdJTi·BDRVJUSUZJQ·0FURS0tLS0t·TUlJRXZRSUJ·BREFOQmdrcW·hraUc5dzBCQ·VE=',
      'MII·EpAIBAAKCPW·QpOUPEywfew·fBEQn52',
    ],
  },
  {
    detector: 'age-secret-key',
    finds: ['‹AGE·-SECRET-KEY·-1H25EMHAVC·Q595P0RQ2JR·YQF5TAY27T0·ZCTK55HS3Q0·X85M9965LM9·NQXNA›'],
    ignores: ['AGE·-SECRET-KEY·-1', 'age·1ako9v0sdsv·m4j5luidkl5·9iwg20u1mm0·4oe87uk9veh·ikiwdcsxot7·0kin'],
  },
  {
    detector: 'wireguard-key',
    finds: ['[Interface]\nPrivateKey = ‹z5B·Rf3uXoGOrEt·gPdtcpCX2Ei·ikzxYvXlDM7·dhU3w6E=›'],
    ignores: ['PublicKey = YBk·zFmKFJk/wii·y491uzK6JcM·o6ZMs5G9xnc·jaJqocE=', 'PrivateKey = <key>'],
  },
  {
    detector: 'raw-private-key',
    finds: [
      'PRIVATE_KEY=‹0xb·397ebdd99bc·84bc8bce734·9ec55b02345·3e2ae52b01f·9503fc03653·c1fdf10d›',
      'DOT·ENV_PRIVATE·_KEY="‹340·f44257a4cec·99dd6e700e5·9b97639d459·edda999ec6d·141a973ba86·8fb13b›"',
      '‹xpr·vwKuZwXjX3j·GpdcBYVsNz9·o9ZJ9mEe1m6·bvSNthnP6me·qghAtPptVsi·L9dmybUhLFj·bMJswrBaYWJ·dhNoTuHb8iw·zLcXJmsuXWP·JhBRZRpVm›',
    ],
    ignores: [
      'DOT·ENV_PUBLIC_·KEY="4d6·96a67205cc0·68fb94cdb1a·c142d013d31·601d80ef594·908a8e28115·aaf232"',
      'private_key = "942·8df99cb98a2·49cc46"',
    ],
  },
  {
    detector: 'jwt',
    finds: [
      '‹eyJ·hbGciOiJIUz·I1NiIsInR5c·CI6IkpXVCJ9·.eyJzdWIiOi·I0MiIsIm5hb·WUiOiJKYW5l·In0.XAwB8wH·abyubn8Sp07·0tFzN3ZryGZ·pkA1FVy5LjA·upK›',
      '‹ZXl·KaGJHY2lPaU·pJVXpJMU5pS·jkuZXlKemRX·SWlPaUkwTWl·KOS5hYmNkZW·ZnaGlqa2xtb·m9w›',
    ],
    ignores: ['eyJ·hbGciOiJIUz·I1NiJ9', 'eyJ·hbGciOiJIUz·I1NiJ9.notj·son', '{"alg":"HS256"}.{"sub":"42"}'],
  },
  {
    detector: 'jwk-private',
    finds: [
      '{"kty":"EC","crv":"P-256","x":"Pqq·MLJ4GrQwr1D·ZipkJFGmxtO·-WOsd2FaOjo·6Uqo-5W","y":"BNp·ffB9h_-ZQqZ·JeQsQKbQflG·sXKjiTBt4qJ·GOxEgiz","d":"‹TpC·OSGw53OUDfO·dl4atpKvzJM·eRgZby2ZpEl·ZSGLprd›"}',
    ],
    ignores: [
      '{"kty":"EC","crv":"P-256","x":"P0D·E7VzoIgILcS·9D2FOhuaXQX·Kbdi4QhJhhg·sxXKrnW","y":"d6s·_Y_NqGzbOdY·ynZLZogAE9F·hlpcSBHrM2f·MRNy4ok"}',
      '"kty"',
    ],
  },
  {
    detector: 'openvpn-static-key',
    finds: [
      '-----BEGIN OpenVPN Static key V1-----\n‹414·2e192ad24c3·119432a5d57·5cdab37\ne32·8cf759ec646·f3a708f4aa5·a6d107b\n081·1a7a8b9bbcc·9370d715498·acd947a\n1b5·a41eafe6ab7·233a007b22f·16ec9fc\n9fa·b9b32fed076·6bb31ed04d2·59b3717\nbd5·c2d6a9a5f04·c5503b11606·e4644e0\nd48·87d6e120a57·8757563e68d·1f0e22d\n4ae·56ad7675dbd·9956e246a39·5dfeff8\nf6f·4572bc2c3bd·abc4e01fbcd·9504bca\n7a5·c59340afef8·b0baf3a8c80·bc2b08a\n9f5·c0266144977·1d833424d61·fcd2549\n121·5310a53e535·6b6b3dacd8e·7f05554\nb1e·1e0ee0ac414·f5c500bd6cd·af5ac68\n60a·a8a5f82f14d·2d9d0243c83·de82eb3\n1f9·6288b6d8eac·f314914bc78·1ef0221\n6ef·29a54358a55·7f78817592c·e63dfa1\n›-----END OpenVPN Static key V1-----',
    ],
    ignores: ['-----BEGIN OpenVPN Static key V1-----'],
  },
  {
    detector: 'paseto-token',
    finds: [
      '‹v4.·public.VyoP·DE0H9m7qkHR·hJuz4k6i5EE·F7rKxgJFWLv·kv4gxy9hiFL·s9vyKJluXbu·nDh9sDOxKX8·8RSxE87OmI9·3QQlxmMmtsT·pTLeAanJenG·GQhW1pQhRs7·gmRLTQ›',
    ],
    ignores: ['v4.local.host', 'v1.public.api'],
  },
  {
    detector: 'totp-seed',
    finds: ['otpauth://totp/Acme:jane?secret=‹ARD·3FRUA2WLAML·OGNHRUYZBE3·HRJ3XBB›&issuer=Acme'],
    ignores: ['otpauth://totp/Acme:jane?issuer=Acme'],
  },
];
