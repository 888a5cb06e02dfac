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

export type Dice = () => number;

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

const ids = {
	prj: ['project-id', 4],
	dep: ['deployment-id', 3],
	req: ['request-id', 4],
	cur: ['cursor', 1],
} as const;

/** An id encodes its number, so that no table of a million ids is needed. The tag distinguishes it from an invented id. `within` makes it unique: project and creation for a deployment, the opening of the sandbox for a request. */
export function taggedId(prefix: keyof typeof ids, seed: number, number: number, ...within: readonly number[]): string {
	const [purpose, length] = ids[prefix];
	const tag = hash(seed, purpose, ...within, number)
		.toString(36)
		.padStart(tagLength, '0');
	return `${prefix}_${tag}${number.toString(36).padStart(length, '0')}`;
}

/** Any number if this service did not issue the id. */
export function numberIn(prefix: keyof typeof ids, id: string): number {
	const digits = id.slice(prefix.length + 1 + tagLength);
	return /^[0-9a-z]{1,9}$/.test(digits) ? Number.parseInt(digits, 36) : 0;
}

/** Undefined if this service did not issue the id. */
export function numberOf(prefix: keyof typeof ids, seed: number, id: string): number | undefined {
	const number = numberIn(prefix, id);
	return taggedId(prefix, seed, number) === id ? number : undefined;
}
