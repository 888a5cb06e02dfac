import {hash} from '../random.ts';

/** Returns a cursor for the projects older than `seq`. It is opaque and cannot be forged by accident. */
export const cursorAfter = (seed: number, seq: number): string =>
	Buffer.from(`${seq}.${hash(seed, 'cursor', seq).toString(36)}`).toString('base64url');

/** Returns the sequence number of the last project before the cursor, or undefined if this service did not issue it. */
export function seqOfCursor(seed: number, cursor: string): number | undefined {
	const [digits = ''] = Buffer.from(cursor, 'base64url').toString('latin1').split('.');
	if (!/^[1-9][0-9]{0,14}$/.test(digits)) return undefined;
	const seq = Number(digits);
	// Compares the whole cursor, because the same bytes have several base64url spellings.
	return cursorAfter(seed, seq) === cursor ? seq : undefined;
}
