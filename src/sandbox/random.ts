/** Returns a 32-bit hash, the same for the same seed, purpose and numbers. */
export function hash(seed: number, purpose: string, ...numbers: readonly number[]): number {
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

/** Returns a random integer from `min` to `max`, both inclusive. */
export const between = (roll: Dice, min: number, max: number): number => min + Math.floor(roll() * (max - min + 1));

/** Returns a random item. */
export function pick<Item>(roll: Dice, items: readonly [Item, ...Item[]]): Item {
	return items[Math.floor(roll() * items.length)] ?? items[0];
}
