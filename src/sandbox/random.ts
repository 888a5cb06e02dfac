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

const tagLength = 7;

/** Returns an id that encodes a number, so that no table of a million ids is needed, with a tag that cannot be forged by accident. */
const idOf = (prefix: string, tag: number, number: number, length: number): string =>
	`${prefix}_${tag.toString(36).padStart(tagLength, '0')}${number.toString(36).padStart(length, '0')}`;

/** Returns the number whose id this is. */
function numberOf(id: string, idFor: (number: number) => string): number | undefined {
	const digits = id.slice('prj_'.length + tagLength);
	const number = /^[0-9a-z]{1,9}$/.test(digits) ? Number.parseInt(digits, 36) : 0;
	return idFor(number) === id ? number : undefined;
}

export const projectId = (seed: number, seq: number): string => idOf('prj', hash(seed, 'project-id', seq), seq, 4);

export const seqOfProjectId = (seed: number, id: string): number | undefined =>
	numberOf(id, seq => projectId(seed, seq));

/** Returns the id of a deployment. Decoding it requires its project. */
export const deploymentId = (seed: number, projectSeq: number, ordinal: number): string =>
	idOf('dep', hash(seed, 'deployment-id', projectSeq, ordinal), ordinal, 3);

export const ordinalOfDeploymentId = (seed: number, projectSeq: number, id: string): number | undefined =>
	numberOf(id, ordinal => deploymentId(seed, projectSeq, ordinal));

/** Returns a request id, unique while a sandbox is open. */
export const requestId = (seed: number, openedAt: number, count: number): string =>
	idOf('req', hash(seed, 'request-id', openedAt % 2 ** 32, count), count, 4);

/** Returns a cursor for the projects older than `seq`. */
export const cursorAfter = (seed: number, seq: number): string => idOf('cur', hash(seed, 'cursor', seq), seq, 1);

/** Returns the sequence number of the last project before the cursor, or undefined if this service did not issue it. */
export const seqOfCursor = (seed: number, cursor: string): number | undefined =>
	numberOf(cursor, seq => cursorAfter(seed, seq));
