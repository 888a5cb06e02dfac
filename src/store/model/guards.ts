import {plain, type SafeText} from '../../text.ts';

/** Restrictions that a profile sets on dangerous writes. */
export type Guards = {
	/** Name patterns such as `prod-*`. A matching project cannot be deleted, and deploying it needs a second confirmation. */
	readonly protects: readonly string[];
	/** The maximum number of projects that one bulk action may affect. */
	readonly maxBulk: number;
};

export const defaultGuards: Guards = {protects: [], maxBulk: 20};

/** Whether a name matches a pattern, ignoring case. `*` matches any text. */
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

/** Whether a project's name or slug matches a protected pattern. */
export const isProtected = (guards: Guards | undefined, {labels}: {readonly labels: readonly string[]}): boolean =>
	guards?.protects.some(pattern => labels.some(label => matches(label, pattern))) ?? false;

export const protectedText = (name: SafeText): SafeText =>
	plain`${name} is protected by the settings of this profile and can't be deleted here.`;
