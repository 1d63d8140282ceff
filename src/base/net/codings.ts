// Content codings of answers (RFC 9110, 8.4.1 and 12.5.3): which one a client wants, and how it is made.
import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';

export type Coding = 'br' | 'gzip';

export interface Wanted {
  /** Undefined: as it is. */
  readonly coding: Coding | undefined;
  /** The client takes no answer as it is, however short. */
  readonly only: boolean;
}

const PLAIN: Wanted = { coding: undefined, only: false };

/** The better one first: it is taken where both are wanted as much. */
const CODINGS: readonly Coding[] = ['br', 'gzip'];

const MEMBER = /^([\w!#$%&'*+.^`|~-]+)(?:[ \t]*;[ \t]*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?$/i;

/** A member that cannot be read says nothing; of two weights the lower counts, since someone on the way refuses more. */
const weightsOf = (header: string): ReadonlyMap<string, number> => {
  const weights = new Map<string, number>();
  for (const member of header.split(',')) {
    const [, name, weight = '1'] = MEMBER.exec(member.trim()) ?? [];
    if (name === undefined) continue;
    const coding = name.toLowerCase().replace(/^x-gzip$/, 'gzip');
    weights.set(coding, Math.min(Number(weight), weights.get(coding) ?? 1));
  }
  return weights;
};

/** Without the header a client has said nothing, and gets what every client reads. */
export const wantedCoding = (header: string | undefined): Wanted => {
  if (header === undefined) return PLAIN;
  const weights = weightsOf(header);
  const others = weights.get('*');
  const weightOf = (coding: string): number => weights.get(coding) ?? others ?? 0;
  const [best] = CODINGS.filter((coding) => weightOf(coding) > 0).sort((a, b) => weightOf(b) - weightOf(a));
  // A name that is not listed is as it is always good, unless `*` refuses the rest.
  const plain = weights.get('identity') ?? (others === 0 ? 0 : undefined);
  if (best === undefined || (plain ?? 0) > weightOf(best)) return PLAIN;
  return { coding: best, only: plain === 0 };
};

/**
 * For answers made for one caller. Measured on answers of 1 to 130 kB: brotli 1 takes less processor than gzip 1 and is
 * shorter; each further level costs more than the bytes are worth.
 */
const QUICK = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }, gzip: { level: 1 } };

/** Starting a thread takes the event loop some 80 µs, in which this much is compressed at once. */
const AT_ONCE_BYTES = 16_384;

/** Half of the threads of Node's pool, which also looks up names and reads files. */
const AT_A_TIME = 2;

/** For what is kept: as short as it gets, in a thread. */
const codeWell = (coding: Coding, bytes: Buffer): Promise<Buffer> =>
  coding === 'br' ? promisify(brotliCompress)(bytes) : promisify(gzip)(bytes, { level: 9 });

/** The coded forms of bytes that do not change, each made when it is first asked for; undefined where it is no shorter. */
export const keptCodings = (bytes: Buffer): ((coding: Coding) => Promise<Buffer | undefined>) => {
  const kept = new Map<Coding, Promise<Buffer | undefined>>();
  const make = async (coding: Coding): Promise<Buffer | undefined> => {
    const coded = await codeWell(coding, bytes);
    return coded.length < bytes.length ? coded : undefined;
  };
  return (coding) => {
    // Without memory for it now, this answer goes as it is, and another one asks again.
    const known =
      kept.get(coding) ??
      make(coding).catch(() => {
        kept.delete(coding);
        return undefined;
      });
    kept.set(coding, known);
    return known;
  };
};

export interface Coder {
  /** Undefined when it cannot be had now: others are being made, and no answer waits for that. */
  code(coding: Coding, bytes: Buffer): Buffer | undefined | Promise<Buffer | undefined>;
}

export const createCoder = (atATime: number = AT_A_TIME): Coder => {
  let running = 0;
  return {
    code(coding, bytes) {
      if (bytes.length <= AT_ONCE_BYTES)
        return coding === 'br' ? brotliCompressSync(bytes, QUICK.br) : gzipSync(bytes, QUICK.gzip);
      if (running >= atATime) return undefined;
      running++;
      return new Promise((resolve) => {
        const done = (error: Error | null, coded: Buffer): void => {
          running--;
          // Out of memory at the most: the answer goes as it is.
          resolve(error === null ? coded : undefined);
        };
        if (coding === 'br') brotliCompress(bytes, QUICK.br, done);
        else gzip(bytes, QUICK.gzip, done);
      });
    },
  };
};
