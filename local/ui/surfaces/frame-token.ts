import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';

/**
 * Identifies a frame to the bridge, with its module, its place and its viewer. The server signs it when it shows the
 * page, so that a frame cannot claim another page or space. Valid until the server restarts.
 */

const onContent = z.strictObject({
  contentId: z.string(),
  isEditing: z.boolean(),
  /** The settings of a macro. */
  config: z.record(z.string(), z.string()).optional(),
});
const inSpace = z.strictObject({ spaceKey: z.string(), contentId: z.undefined().optional() });
/** The form of the action in a step of a rule. */
const inRule = z.strictObject({
  ruleId: z.string(),
  step: z.number(),
  contentId: z.undefined().optional(),
  spaceKey: z.undefined().optional(),
});
const inAppsMenu = z.strictObject({ spaceKey: z.undefined().optional(), contentId: z.undefined().optional() });

const frame = z.object({
  /** The email address of the viewer. Absent without a login. */
  email: z.string().optional(),
  moduleKey: z.string(),
  localId: z.string().optional(),
  place: z.union([onContent, inSpace, inRule, inAppsMenu]),
  /** The position of a macro among the macros of the app on the page, from 0. */
  macroIndex: z.number().optional(),
});
export type FrameIdentity = z.infer<typeof frame>;
export type FramePlace = FrameIdentity['place'];

const secret = randomBytes(32);

export function signFrame(identity: FrameIdentity): string {
  const content = Buffer.from(JSON.stringify(identity)).toString('base64url');
  return `${content}.${signatureOf(content).toString('base64url')}`;
}

/** undefined if this server did not sign the token. */
export function readFrameToken(token: string): FrameIdentity | undefined {
  const [content = '', signature = ''] = token.split('.');
  const [given, expected] = [Buffer.from(signature, 'base64url'), signatureOf(content)];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return frame.parse(JSON.parse(Buffer.from(content, 'base64url').toString('utf8')));
}

function signatureOf(content: string): Buffer {
  return createHmac('sha256', secret).update(content).digest();
}
