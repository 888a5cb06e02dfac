import {plain, type SafeText} from '../../text.ts';

/** What a profile says of writes that would hurt. */
export type Guards = {
	/** Patterns of names: `prod-*`. What they match is never deleted from here, and asked about twice before it is deployed. */
	readonly protects: readonly string[];
	/** How many projects one action may be carried out on. */
	readonly maxBulk: number;
};

export const defaultGuards: Guards = {protects: [], maxBulk: 20};

/** Whether a name matches a pattern, whatever the case of its letters: `*` stands for any text. */
function matches(name: string, pattern: string): boolean {
	const [first = '', ...rest] = pattern.toLowerCase().split('*');
	const text = name.toLowerCase();
	if (!text.startsWith(first)) return false;
	if (rest.length === 0) return text === first;
	let from = first.length;
	const last = rest.pop() ?? '';
	for (const part of rest) {
		const at = text.indexOf(part, from);
		if (at < 0) return false;
		from = at + part.length;
	}

	return text.length - last.length >= from && text.endsWith(last);
}

/** Whether a project is protected, by its name or by its slug. */
export const isProtected = (guards: Guards | undefined, {labels}: {readonly labels: readonly string[]}): boolean =>
	guards?.protects.some(pattern => labels.some(label => matches(label, pattern))) ?? false;

export const protectedText = (name: SafeText): SafeText =>
	plain`${name} is protected by the settings of this profile: it is never deleted from here.`;
