export { isStrong, type SignedIn } from '../domain/parties/persons/signed-in.ts';
