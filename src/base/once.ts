// What takes a while to make, and is not asked for by everybody.

/** Makes it when it is first asked for; whoever asks later gets the same. */
export const once = <T extends object>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};
