// The metadata part of `Reflect` that the certificate library's dependency injection needs before it loads. Only what is
// missing is added, so that a full polyfill, where there is one, stays as it is.

type Key = string | symbol;
type Target = object;

const kept = new WeakMap<Target, Map<Key | undefined, Map<unknown, unknown>>>();

const defineMetadata = (name: unknown, value: unknown, target: Target, property?: Key): void => {
  const ofTarget = kept.get(target) ?? new Map<Key | undefined, Map<unknown, unknown>>();
  kept.set(target, ofTarget);
  const ofProperty = ofTarget.get(property) ?? new Map<unknown, unknown>();
  ofTarget.set(property, ofProperty);
  ofProperty.set(name, value);
};

const getOwnMetadata = (name: unknown, target: Target, property?: Key): unknown =>
  kept.get(target)?.get(property)?.get(name);

const getMetadata = (name: unknown, target: Target, property?: Key): unknown => {
  for (let at: Target | null = target; at !== null; at = Object.getPrototypeOf(at) as Target | null) {
    const value = getOwnMetadata(name, at, property);
    if (value !== undefined) return value;
  }
  return undefined;
};

const metadata =
  (name: unknown, value: unknown) =>
  (target: Target, property?: Key): void =>
    defineMetadata(name, value, target, property);

const additions = { defineMetadata, getOwnMetadata, getMetadata, metadata };

export const provideMetadata = (): void => {
  for (const [name, value] of Object.entries(additions)) {
    if (!(name in Reflect))
      Object.defineProperty(Reflect, name, { value, configurable: true, writable: true });
  }
};
