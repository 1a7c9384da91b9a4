import { crc32, deflateRawSync, constants as zlib } from 'node:zlib';

/** Marks the place of a value in a page's template. */
export const slot = (name: string): string => `*${name}*`;

interface Piece {
  readonly text: Buffer;
  readonly deflated: Buffer;
}

/**
 * A page whose fixed parts are compressed once. What differs between responses is stored uncompressed between them, so
 * no response's length shows whether one value repeats another one (BREACH).
 */
export class EncodedPage<Slot extends string> {
  readonly #pieces: readonly Piece[];
  /** The slot after each piece but the last. */
  readonly #slots: readonly Slot[];

  constructor(template: string, slots: readonly Slot[]) {
    const names = slots.map((name) => slot(name).replaceAll('*', '\\*')).join('|');
    const parts = template.split(new RegExp(`(${names})`));
    this.#pieces = parts.filter((_, index) => index % 2 === 0).map(compress);
    this.#slots = parts.filter((_, index) => index % 2 === 1).map((found) => found.slice(1, -1) as Slot);
  }

  /**
   * In chunks, of which all but the slots are shared by all responses: a client that does not read holds no copy of the
   * page.
   */
  toText(values: Readonly<Record<Slot, string>>): Buffer[] {
    return this.#pieces.flatMap(({ text }, index) => [text, this.#value(index, values)]);
  }

  /** RFC 1952, around blocks of RFC 1951. In chunks, as `toText`. */
  toGzip(values: Readonly<Record<Slot, string>>): Buffer[] {
    const blocks: Buffer[] = [gzipHeader];
    let checksum = 0;
    let length = 0;
    this.#pieces.forEach(({ text, deflated }, index) => {
      const value = this.#value(index, values);
      blocks.push(deflated);
      if (value.length > 0) blocks.push(storedBlockHeader(value.length), value);
      checksum = crc32(value, crc32(text, checksum));
      length += text.length + value.length;
    });
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(checksum, 0);
    trailer.writeUInt32LE(length, 4);
    return [...blocks, lastBlock, trailer];
  }

  #value(index: number, values: Readonly<Record<Slot, string>>): Buffer {
    const name = this.#slots[index];
    return name === undefined ? emptyBuffer : Buffer.from(values[name]);
  }
}

const emptyBuffer = Buffer.alloc(0);
/** No name, no time; the operating system is unknown. */
const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);
/** An empty stored block with the mark of the last one. */
const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff]);

/** A full flush ends at a byte and needs nothing that came before. */
const compress = (part: string): Piece => {
  const text = Buffer.from(part);
  const options = { level: 9, memLevel: 9, finishFlush: zlib.Z_FULL_FLUSH };
  return { text, deflated: text.length === 0 ? emptyBuffer : deflateRawSync(text, options) };
};

/** A block that is stored as it is has at most 65,535 bytes. */
function storedBlockHeader(length: number): Buffer {
  if (length > 0xffff) throw new Error(`${length} bytes do not fit into one stored block`);
  const header = Buffer.alloc(5);
  header.writeUInt16LE(length, 1);
  header.writeUInt16LE(length ^ 0xffff, 3);
  return header;
}
