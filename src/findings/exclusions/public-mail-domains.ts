/**
 * Domains of mail providers where anyone can have an address. Their addresses belong to people of any organization, so many of
 * them are no reason to exclude all.
 */
export const PUBLIC_MAIL_DOMAINS: readonly string[] = `
gmail.com googlemail.com outlook.com hotmail.com live.com msn.com icloud.com me.com mac.com
yahoo.com ymail.com aol.com proton.me protonmail.com pm.me zoho.com fastmail.com mail.com gmx.com
gmx.de gmx.net gmx.at gmx.ch web.de t-online.de freenet.de posteo.de mailbox.org outlook.de hotmail.de yahoo.de
hotmail.fr yahoo.fr orange.fr wanadoo.fr free.fr laposte.net libero.it virgilio.it yahoo.it hotmail.it
hotmail.es yahoo.es wp.pl o2.pl seznam.cz ziggo.nl hotmail.co.uk yahoo.co.uk live.co.uk btinternet.com sky.com
comcast.net verizon.net att.net yahoo.ca uol.com.br bol.com.br yahoo.com.br yahoo.co.in rediffmail.com
bigpond.com yahoo.com.au mail.ru yandex.ru yandex.com qq.com 163.com 126.com naver.com daum.net yahoo.co.jp
`
  .trim()
  .split(/\s+/);
