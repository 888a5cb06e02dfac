/** Returns a 32-bit hash, the same for the same seed, purpose and numbers. */
function hash(seed: number, purpose: string, ...numbers: readonly number[]): number {
	let mixed = mix(0x9e3779b9, seed);
	for (let at = 0; at < purpose.length; at++) mixed = Math.imul(mixed ^ purpose.charCodeAt(at), 0x01000193);
	for (const number of numbers) mixed = mix(mixed, number);
	return mix(mixed, purpose.length) >>> 0;
}

function mix(mixed: number, number: number): number {
	let next = Math.imul(mixed ^ number, 0x85ebca6b);
	next = Math.imul(next ^ (next >>> 13), 0xc2b2ae35);
	return next ^ (next >>> 16);
}

/** Returns a number from 0 (inclusive) to 1 (exclusive) on each call. */
export type Dice = () => number;

/** Returns a seeded random number generator: the same arguments give the same sequence. */
export function createDice(seed: number, purpose: string, ...numbers: readonly number[]): Dice {
	let state = hash(seed, purpose, ...numbers);
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let next = Math.imul(state ^ (state >>> 15), 1 | state);
		next = (next + Math.imul(next ^ (next >>> 7), 61 | next)) ^ next;
		return ((next ^ (next >>> 14)) >>> 0) / 2 ** 32;
	};
}

export const between = (roll: Dice, min: number, max: number): number => min + Math.floor(roll() * (max - min + 1));

export function pick<Item>(roll: Dice, items: readonly [Item, ...Item[]]): Item {
	return items[Math.floor(roll() * items.length)] ?? items[0];
}

/** Returns the id of a project. It encodes the sequence number, so that no table of a million ids is needed. */
export const projectId = (seed: number, seq: number): string =>
	`prj_${tag(hash(seed, 'project-id', seq))}${numeral(seq, 4)}`;

/** Returns the id of a deployment. Decoding it requires its project. */
export const deploymentId = (seed: number, projectSeq: number, ordinal: number): string =>
	`dep_${tag(hash(seed, 'deployment-id', projectSeq, ordinal))}${numeral(ordinal, 3)}`;

export function seqOfProjectId(seed: number, id: string): number | undefined {
	const seq = numberIn(id);
	return projectId(seed, seq) === id ? seq : undefined;
}

export function ordinalOfDeploymentId(seed: number, projectSeq: number, id: string): number | undefined {
	const ordinal = numberIn(id);
	return deploymentId(seed, projectSeq, ordinal) === id ? ordinal : undefined;
}

/** Returns a request id, unique while a sandbox is open. */
export const requestId = (seed: number, openedAt: number, count: number): string =>
	`req_${tag(hash(seed, 'request-id', openedAt % 2 ** 32, count))}${numeral(count, 4)}`;

const tagLength = 7;
const tag = (mixed: number) => mixed.toString(36).padStart(tagLength, '0');
const numeral = (number: number, length: number) => number.toString(36).padStart(length, '0');

/** Returns the number after the prefix and the tag, or 0, which no row has, if there is no valid one. */
function numberIn(id: string): number {
	const digits = id.slice('prj_'.length + tagLength);
	return /^[0-9a-z]{1,9}$/.test(digits) ? Number.parseInt(digits, 36) : 0;
}

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
