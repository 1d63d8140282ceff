/** The fields that have a value; the others are left out, which is not the same to `Object.keys` and to validators. */
export const present = <T extends object>(fields: { readonly [K in keyof T]: T[K] | undefined }): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
