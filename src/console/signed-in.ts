export { isStrong, type SignedIn } from '../domain/persons/signed-in.ts';
