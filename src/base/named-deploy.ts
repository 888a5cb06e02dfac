import {entriesIn, isJsonObject, type Json} from './json.ts';
import {caseless, isVisible, safe} from './text.ts';

/** A way to deploy. Values of the body may be placeholders. */
export type NamedDeploy = {readonly name: string; readonly body: Json};

/** One for each digit. */
export const maxDeploys = 9;

const maxDeployNameLength = 40;

/** All texts in a body. A field's name ends with a colon here, so it is never a placeholder. */
export function textsIn(value: unknown): readonly string[] {
	if (typeof value === 'string') return [value];
	if (Array.isArray(value)) return value.flatMap(textsIn);
	return [...entriesIn(value)].flatMap(([field, inner]) => [`${field}:`, ...textsIn(inner)]);
}

/** A placeholder, a misspelt one, or a text with one in it. */
const placeholderLike = /^\$\w+$|\$(?:VERSION|ENVIRONMENT)/;

function deployProblem({name, body}: Json): string | undefined {
	if (typeof name !== 'string' || !isVisible(name) || safe(name, maxDeployNameLength) !== name)
		return `Each deploy needs a name of at most ${maxDeployNameLength} visible characters.`;
	if (!isJsonObject(body)) return `The body of ${name} must be an object.`;
	const unknown = textsIn(body).find(text => placeholderLike.test(text) && !/^\$(?:VERSION|ENVIRONMENT)$/.test(text));
	if (unknown === undefined) return undefined;
	return `The body of ${name} has ${safe(unknown, 40)}. The placeholders are $VERSION and $ENVIRONMENT, as a whole value.`;
}

/** What is wrong with the `deploys` of a profile. `at`: which one it is. */
export function deploysProblem(deploys: readonly unknown[]): {readonly at: string; readonly says: string} | undefined {
	const names = new Set<string>();
	for (const [index, deploy] of deploys.entries()) {
		const fields = Object.fromEntries(entriesIn(deploy));
		const name = caseless(String(fields.name));
		const isTooMany = index >= maxDeploys && `A profile has at most ${maxDeploys} deploys.`;
		const isRepeated = names.has(name) && `Two deploys are called ${fields.name}.`;
		const says = isTooMany || isRepeated || deployProblem(fields);
		if (says) return {at: `${index}`, says};
		names.add(name);
	}

	return undefined;
}
