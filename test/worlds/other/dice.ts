// Chance from a seed: the same seed and name give the same throws on every machine.

const hash = (text: string): number => {
  let value = 2_166_136_261;
  for (const sign of text) value = Math.imul(value ^ (sign.codePointAt(0) ?? 0), 16_777_619);
  return value >>> 0;
};

/** sfc32 */
const stream = (seed: string): (() => number) => {
  let [a, b, c, d] = [hash(`a${seed}`), hash(`b${seed}`), hash(`c${seed}`), 1];
  const next = (): number => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + sum) | 0;
    return (sum >>> 0) / 4_294_967_296;
  };
  for (let warm = 0; warm < 15; warm += 1) next();
  return next;
};

export class Dice {
  readonly next: () => number;

  constructor(seed: string) {
    this.next = stream(seed);
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  /** Both ends included. */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  /** By weight. */
  draw<T extends string>(weights: Readonly<Record<T, number>>): T {
    const entries = Object.entries(weights) as [T, number][];
    let at = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of entries) {
      at -= weight;
      if (at < 0) return name;
    }
    return entries[0]?.[0] ?? ('' as T);
  }

  /** About 0, mostly within 2. */
  bell(): number {
    return this.next() + this.next() + this.next() + this.next() - 2 + (this.next() - 0.5);
  }

  digits(length: number): string {
    let text = String(this.whole(1, 9));
    while (text.length < length) text += String(this.whole(0, 9));
    return text;
  }

  shuffled<T>(items: readonly T[]): T[] {
    const rest = [...items];
    for (let at = rest.length - 1; at > 0; at -= 1) {
      const other = this.whole(0, at);
      const [one, two] = [rest[at], rest[other]];
      if (one !== undefined && two !== undefined) [rest[at], rest[other]] = [two, one];
    }
    return rest;
  }
}
