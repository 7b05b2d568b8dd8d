import type { NewAnswer } from '../capabilities/answers';
import type { Peppers } from '../platform/secrets';
import { verifyNonce } from './web-probe-nonce';

/** A request that may belong to the web probe, before authentication. */
export interface ProbeRequest {
  readonly installationId: string;
  readonly method: string;
  /** As it arrived. */
  readonly path: string;
  /** The names of the headers, as they arrived. */
  readonly headerNames: readonly string[];
}

/** The header of the command for the encoded path. Its spelling is mixed on purpose. */
const PROBE_HEADER = 'X-Probe-Header';

/** The end of the path, as the command sends it: an encoded slash and an encoded space. */
const SENT_PATH = 'a%2Fb%20c';

/**
 * The answers that a request gives. It decides from the method, the path and the names of the headers alone, and makes no
 * platform call.
 * @returns `not-modified` for a request that must be answered with 304; undefined if the request belongs to no web probe that an admin of this installation started in the last 15
 *   minutes
 */
export function answersOfRequest(
  request: ProbeRequest,
  peppers: Peppers,
  now: Date,
): readonly NewAnswer[] | 'not-modified' | undefined {
  const { nonce, command, received, rest } = PROBE_PATH.exec(request.path)?.groups ?? {};
  if (nonce === undefined || !verifyNonce(peppers, request.installationId, nonce, now)) return undefined;
  if (command === 'head') return [{ probe: 'web-head', ...methodAnswer(request.method, 'HEAD') }];
  if (command === 'options') return [{ probe: 'web-options', ...methodAnswer(request.method, 'OPTIONS') }];
  if (command === 'not-modified') return 'not-modified';
  if (received !== undefined) return [{ probe: 'web-304', ...statusAnswer(received) }];
  return [
    { probe: 'web-encoded-path', ...pathAnswer(rest) },
    { probe: 'web-header-names', ...headerAnswer(request.headerNames) },
  ];
}

const PROBE_PATH =
  /^\/probe\/(?<nonce>[^/]{1,64})\/(?:(?<command>head|options|not-modified)|received\/(?<received>[0-9]{3})|path\/(?<rest>.{1,64}))$/;

type Given = Pick<NewAnswer, 'state' | 'detail'>;

/** The platform may change the method, for example HEAD to GET. */
function methodAnswer(arrived: string, sent: string): Given {
  if (arrived === sent) return { state: 'works' };
  return { state: 'fails', detail: `method-${/^[A-Z]{1,10}$/.test(arrived) ? arrived : 'other'}` };
}

/** The command puts the status that it received for a 304 into the path of its second request. */
function statusAnswer(received: string): Given {
  return received === '304' ? { state: 'works' } : { state: 'fails', detail: `status-${received}` };
}

function pathAnswer(rest = ''): Given {
  if (rest === SENT_PATH) return { state: 'works' };
  if (rest === decodeURIComponent(SENT_PATH)) return { state: 'fails', detail: 'decoded' };
  if (rest === encodeURIComponent(SENT_PATH)) return { state: 'fails', detail: 'encoded-twice' };
  return { state: 'fails', detail: 'changed' };
}

/** The app ignores the case of names. The detail says how they arrive. */
function headerAnswer(names: readonly string[]): Given {
  const arrived = names.find((name) => name.toLowerCase() === PROBE_HEADER.toLowerCase());
  if (arrived === undefined) return { state: 'fails', detail: 'absent' };
  if (arrived === PROBE_HEADER) return { state: 'works', detail: 'as-sent' };
  return { state: 'works', detail: arrived === PROBE_HEADER.toLowerCase() ? 'lower-case' : 'other-case' };
}
