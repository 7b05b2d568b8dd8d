import { Parser } from 'htmlparser2';
import { type Budget, ReadingStop } from './budget';
import { isUtf16, latin1 } from './formats';

const ENCODING = /^<\?xml[^>]* encoding=["']([\w.:-]+)["']/;

/** Names are without their prefix: `t` for `w:t`. Attributes have both names. */
export interface XmlReader {
  open?(name: string, attributes: XmlAttributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

export type XmlAttributes = ReadonlyMap<string, string>;

/** Reads XML as it arrives. It knows no entities but those of XML, and does not recurse. */
export async function readXml(budget: Budget, chunks: AsyncIterable<Uint8Array>, reader: XmlReader): Promise<void> {
  let depth = 0;
  let elements = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        budget.spend('steps');
        if (++depth > budget.limits.depth) throw new ReadingStop('over-budget');
        elements++;
        const local = new Map<string, string>();
        for (const key in attributes) {
          local.set(localName(key), attributes[key] ?? '');
          local.set(key, attributes[key] ?? '');
        }
        reader.open?.(localName(name), local);
      },
      ontext: (text) => reader.text?.(text),
      // Documents have no entities of their own, which would hide text.
      onprocessinginstruction: (_name, data) => data.includes('<!ENTITY') && budget.report('damaged'),
      onclosetag(name) {
        depth--;
        reader.close?.(localName(name));
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(isUtf16(chunk) ?? ENCODING.exec(latin1(chunk.subarray(0, 200)))?.[1] ?? 'utf-8');
    parser.write(decoder.decode(chunk, { stream: true }));
  }
  // The end of the file closes the elements that are still open.
  if (depth !== 0 || elements === 0) budget.report('damaged');
  parser.end();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
