import {isDeepStrictEqual} from 'node:util';
import {changeNames} from '../api/decode.ts';
import type {ProjectChanges} from '../api/types.ts';
import {safe} from '../base/text.ts';
import {parseBody} from './confirmation.ts';
import {fieldsWith} from './write-intent.ts';

export const editableNames = safe(Object.values(changeNames).join(', '));

const ignoredNames: readonly string[] = ['request_id', '_landfall'];

export type EditedProject = {
	readonly changes: ProjectChanges;
	readonly others: ReadonlyMap<string, unknown>;
};

export function parseEdited(json: string): EditedProject | undefined {
	const body = parseBody(json);
	if (!body) return undefined;
	const others = new Map<string, unknown>(Object.entries(body));
	const changes = fieldsWith(field => {
		const value = others.get(changeNames[field]);
		if (typeof value !== 'string') return undefined;
		others.delete(changeNames[field]);
		return value;
	});
	return {changes, others};
}

/** Changed fields that cannot be edited. In a whole record, a field equal to `current`, the record from the service, is not changed. */
export function unchangeableFields({others}: EditedProject, current: object): readonly string[] {
	const known = new Map<string, unknown>(Object.entries(current));
	return [...others.keys()].filter(
		name => !ignoredNames.includes(name) && !(known.has(name) && isDeepStrictEqual(others.get(name), known.get(name))),
	);
}
