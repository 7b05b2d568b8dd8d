import { detectorOf } from '../detector-of';
import { validateDeviceAddress, validateIPv4, validateIPv6 } from '../../validators/internet-address';
import { after, inside, token } from '../shapes';
import { list } from '../list';

const IPV4 = token(0, [1, 3], /(?<![\w.])\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}(?!\d)/);
const IP_WORDS = list(`
  ip, ips, ip address, ip addr, ipv4, host, server, gateway, subnet, client, address, ssh, ping, proxy, firewall,
  ipaddress, dns
`);

const DEVICE = String.raw`[0-9a-f]{2}(?<separator>[:-])(?:[0-9a-f]{2}\k<separator>){4}[0-9a-f]{2}`;

const address = detectorOf('network', 'Addresses', 'low');

export const addresses = [
  address('ipv4-public', 'Public IPv4 address', {
    rules: [IPV4],
    validate: validateIPv4('public'),
    confidence: { base: 0.4, validated: 0.6, withContext: 0.8 },
    context: IP_WORDS,
  }),
  address('ipv4-private', 'Private IPv4 address', {
    addedIn: 2,
    wasOffByDefault: true,
    rules: [IPV4],
    validate: validateIPv4('private'),
    confidence: { base: 0.5, validated: 0.5, withContext: 0.6 },
    context: IP_WORDS,
  }),
  address('ipv6', 'IPv6 address', {
    rules: [
      inside(
        ['::'],
        /(?<![\w:.])(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,6})?::(?:[0-9a-f]{1,4}:){0,6}(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]{1,4})?(?![\w:])(?:%[0-9a-z]{1,15})?/i,
        { lead: /[0-9a-f:]/i, maxLead: 35 },
      ),
      token([0, 4], [1, 4], /(?<![\w:.])[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){7}(?![\w:])/i),
      token([0, 4], [1, 4], /(?<![\w:.])[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){5}:\d{1,3}(?:\.\d{1,3}){3}(?![\w:.])/i),
    ],
    validate: validateIPv6,
    confidence: { base: 0.4, validated: 0.6, withContext: 0.8 },
    context: [...IP_WORDS, 'ipv6'],
  }),
  address('mac', 'MAC address', {
    // Off by default in the first catalog.
    addedIn: 2,
    rules: [
      token([0, 2], [1, 2], /(?<![\w:-])[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}(?![\w:-])/i),
      token([0, 4], [1, 4], /(?<![\w.])[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}(?![\w.])/i),
      // A first byte without a digit is no token.
      after(
        list(`
          mac, hwaddr, ether, nic, arp, hardware address, physical address, adresse matérielle, adresse physique, dirección física,
          indirizzo fisico, fysisk adress, adres sprzętowy
        `),
        new RegExp(String.raw`[a-z -]{0,14}[\s:=]{1,3}(?<value>${DEVICE})(?![\w:-])`, 'i'),
        { cell: new RegExp(DEVICE, 'i'), confidence: { base: 0.7 } },
      ),
    ],
    validate: validateDeviceAddress,
    confidence: { base: 0.4, withContext: 0.7 },
    context: list(`
      mac, macs, *macaddr*, *mac adr*, mac address, hardware address, physical address, hwaddr, nic, arp, bmc, adapter, *hardwareadresse,
      *netzwerkkarte, adresse matérielle, adresse physique, dirección física, tarjeta de red, indirizzo fisico, scheda di rete,
      endereço físico, placa de rede, fysiek adres, netwerkkaart, adres sprzętowy, adres fizyczny, karta sieciowa, fysisk adress,
      hårdvaruadress, nätverkskort*, nätkort*, mac アドレス, macアドレス, 物理アドレス
    `),
    contextReach: { before: 40, after: 5 },
  }),
];
