import type { Rows } from '../row';

export const keysRows: readonly Rows[] = [
  {
    detector: 'pem-private-key',
    finds: [
      '‹-----BEGIN RSA PRIVATE KEY-----\nQKn·QAfe/knImia·XtbChgu1ojR·RlYkxZxUmAW·Mfe2GTQ1F9b·4/PSyi2jKUK·lKrnhQ\nBZK·ySJRU8TNiwO·8TwcjjZe8Ne·K48tqcOSD+n·IlElig95oVz·MeuUokGtIq7·q0+7US\nuPh·SXqlCYYgiNZ·w+QPfsojIbi·orjI+1Mh36h·/rEO\n-----END RSA PRIVATE KEY-----›',
      '"‹-----BEGIN PRIVATE KEY-----\\nHw·W5l/vKhXHDU·f5PC0u8t8hw·h4UGdtTOLJr·YTBtlFgn1kY·wkZMf9V9Y7j·FIgxq2i\\nVk·dSn+DO5DhV+·RIkKQ3HxeHA·JXr6T76I8w1·fRF9zxouDmv·rkkMmj5OmgX·Lh8TH4L\\n-----END PRIVATE KEY-----›\\n"',
    ],
    ignores: [
      '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
      '-----BEGIN PUBLIC KEY-----\nekK·j4V8zr6jYua·TAygqSby8+s·hCiwi6itw7s·2lkpDfqbFqb·mzv/rYIioEf·81t4Er\noBC·xp+Tbsp348x·JyWVpc/abKQ·haV/vbv4mzE·E1Wnuj54ZyA·SsQXC2GbA2k·GP7Wrk\n-----END PUBLIC KEY-----',
      '-----BEGIN CER·TIFICATE---·--',
    ],
  },
  {
    detector: 'openssh-private-key',
    finds: [
      '‹-----BEGIN OPENSSH PRIVATE KEY-----\nb3B·lbnNzaC1rZX·ktdjEAAAAAb·SB65uFNRjs9·ACrwyU3Bxwq·qc1+hidOiwr·TnarefabNXA·9\nJqV·KSJ3BZkVmh4·pABosV90e1H·uZUrfeVWBfM·4VN3VbY9xDM·r5F4virkMP7·HD+r/rxX9Ap·z\nbMT·DbG5GKkKN9A·ASx5lLcBNEJ·H7qbWLYBNYC·A8oqvY7oIPn·zUkjnPnaoeG·/A+8PDJpe7Q·+\n-----END OPENSSH PRIVATE KEY-----›',
    ],
    ignores: [
      '-----BEGIN OPENSSH PRIVATE KEY-----\nxxx\n-----END OPENSSH PRIVATE KEY-----',
      'ssh-rsa AAA·AB3NzaC1yc2·E',
    ],
  },
  {
    detector: 'pgp-private-key',
    finds: [
      '‹-----BEGIN PGP PRIVATE KEY BLOCK-----\nVersion: GnuPG v2\n\nlQO·YBFxlhaQtTr·ZCsxp2oq0wl·aztG2BkQwa0·hIvs7veNL2D·8TAv//dFOZl·rfbMNz\nGYB·54pVF+ylxeN·8UKSvHsdF1M·Snd+TjMyRiX·GhbVhDA7Nz+·uQ1MHLjSyHV·PLIeXq\n=ab12\n-----END PGP PRIVATE KEY BLOCK-----›',
    ],
    ignores: [
      '-----BEGIN PGP PUBLIC KEY BLOCK-----\n\nmQE·NBF1J2NiylR·G/FXDXWeSU4·B89EZOq6sRh·9xXFNjPru81·wDBsSf23KrP·ITqZJ6\n-----END PGP PUBLIC KEY BLOCK-----',
      '-----BEGIN PGP PRIVATE KEY BLOCK-----\n...\n-----END PGP PRIVATE KEY BLOCK-----',
    ],
  },
  {
    detector: 'putty-private-key',
    finds: [
      'Pri·vate-Lines: 2\n‹BTl·0gKuGsjhIIe·dYlsG+c3d5O·47UXPQkUTUe·YCYds7+zrmM·6RhU80eoYSs·Vf7DCH\nObN·QOERlnGQU6a·Z/E3lFQ2FqV·zPWOFpAAnFU·ZVK9BYhm\n›Private-MAC: 0',
    ],
    ignores: [
      'Pri·vate-Lines: many',
      'Public-Lines: 2\n1Sz·10UNkYIXbcg·TcbETxMu2Zy·YI3YLxRaR24·2JcDZqVh7ge·HBnWLGjaCcQ·TV0vqz',
    ],
  },
  {
    detector: 'encoded-private-key',
    finds: [
      'key: ‹LS0·tLS1CRUdJTi·BQUklWQVRFI·EtFWS0tLS0t·TUlJRXZRSUJ·BREFOQmdrcW·hraUc5dzBCQ·VFFRkFBU0M=›',
      '‹MII·EpAIBAAKCzQ·4xPLGhQPepS·uMjoFq0flNh·bhLq+u7U5Jw·9jzdbquv6Vh·Pmvzw22Mn/Q·NeYQh6V4oGM·ckqMq1ioCFf·WDkG5996P1Q·zTFj5eBxmLS·/GfFxFeM1JC·DkZm3Iq6c/q·8tPhkmt4Qwb·j5DfGUHk/ta·HMzaECiPOQa·i6dH6VBBtPb·ZyOnKdrXxkr·yvfId+EqU7S·E18W3txxep6›',
    ],
    ignores: [
      'cert: LS0·tLS1CRUdJTi·BDRVJUSUZJQ·0FURS0tLS0t·TUlJRXZRSUJ·BREFOQmdrcW·hraUc5dzBCQ·VE=',
      'MII·EpAIBAAKCSa·412snfmTN++·4aUFcCp',
    ],
  },
  {
    detector: 'age-secret-key',
    finds: ['‹AGE·-SECRET-KEY·-1GKHCXQ4J2·XJFPJZ7RN8T·G5828ZEC00C·0QZGNUMH25E·MHAVCQ595P0·RQ2JR›'],
    ignores: ['AGE·-SECRET-KEY·-1', 'age·1eajul3ek4l·pcylwuuxqra·pghu1ff07u5·1ftagt3ako9·v0sdsvm4j5l·uidk'],
  },
  {
    detector: 'wireguard-key',
    finds: ['[Interface]\nPrivateKey = ‹W/Q·sM40o2ZZ19c·JpUqIOQUQsG·Flvdm0VQbz5·BRf3uXE=›'],
    ignores: ['PublicKey = oGO·rEtgPdtcpCX·2EiikzxYvXl·DM7dhU3w6YB·kzFmKFE=', 'PrivateKey = <key>'],
  },
  {
    detector: 'raw-private-key',
    finds: [
      'PRIVATE_KEY=‹0x2·9fc88cefdbc·2e273ae63be·1fc97862aa7·b397ebdd99b·c84bc8bce73·49ec55b0›',
      'DOT·ENV_PRIVATE·_KEY="‹234·53e2ae52b01·f9503fc0365·3c1fdf10d34·0f44257a4ce·c99dd6e700e·59b976›"',
      '‹xpr·vkn8ZLqoTvZ·w9CoLZoVTTN·ydoKKLWSuET·4Af3NmepteK·Fn8cQszMpcH·DgHjYQa37tP·wKuZwXjX3jG·pdcBYVsNz9o·9ZJ9mEe1m6b·vSNthnP6m›',
    ],
    ignores: [
      'DOT·ENV_PUBLIC_·KEY="4be·94d97a85fe8·ad839f8feb8·5cce4d696a6·7205cc068fb·94cdb1ac142·d013d3"',
      'private_key = "160·1d80ef59490·8a8e28"',
    ],
  },
  {
    detector: 'jwt',
    finds: [
      '‹eyJ·hbGciOiJIUz·I1NiIsInR5c·CI6IkpXVCJ9·.eyJzdWIiOi·I0MiIsIm5hb·WUiOiJKYW5l·In0.GEUpr9I·OLlRLg08lly·unhrISmwwRZ·XAwB8wHabyu·bn8›',
      '‹ZXl·KaGJHY2lPaU·pJVXpJMU5pS·jkuZXlKemRX·SWlPaUkwTWl·KOS5hYmNkZW·ZnaGlqa2xtb·m9w›',
    ],
    ignores: ['eyJ·hbGciOiJIUz·I1NiJ9', 'eyJ·hbGciOiJIUz·I1NiJ9.notj·son', '{"alg":"HS256"}.{"sub":"42"}'],
  },
  {
    detector: 'jwk-private',
    finds: [
      '{"kty":"EC","crv":"P-256","x":"Sp0·70tFzN3ZryG·ZpkA1FVy5Lj·AupKPqqMLJ4·GrQwr1D","y":"Zip·kJFGmxtO-WO·sd2FaOjo6Uq·o-5WBNpffB9·h_-ZQqZ","d":"‹EvP·IWIFNoo82ut·ItPk7SkDWLF·RRJAWcVEtD4·HuYCyQR›"}',
    ],
    ignores: [
      '{"kty":"EC","crv":"P-256","x":"zmE·dlMcoH-d60V·SZ9iz2zJzlN·X7P0DE7VzoI·gILcS9D","y":"2FO·huaXQXKbdi4·QhJhhgsxXKr·nWd6s_Y_NqG·zbOdYyn"}',
      '"kty"',
    ],
  },
];
