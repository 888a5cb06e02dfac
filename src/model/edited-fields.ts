import {isDeepStrictEqual} from 'node:util';
import {changeNames} from '../api/decode.ts';
import type {ProjectChanges} from '../api/types.ts';
import {safe} from '../base/text.ts';
import {parseBody} from './confirmation.ts';
import {fieldsWith} from './write-intent.ts';

/** The fields that can be edited, as the interface names them. */
export const editableNames = safe(Object.values(changeNames).join(', '));

/** Every answer has its own. */
const ignoredNames: readonly string[] = ['request_id', '_landfall'];

export type EditedProject = {
	readonly changes: ProjectChanges;
	/** Everything else in it, by the interface's names. */
	readonly others: ReadonlyMap<string, unknown>;
};

/** Parses a project that may lack fields. Undefined unless it is a JSON object. */
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

/** Returns the names of the fields that would have to change, but cannot be edited. A record may be given whole: fields that are as in `current`, the record as the service sends it, need no change. */
export function unchangeableFields({others}: EditedProject, current: object): readonly string[] {
	const known = new Map<string, unknown>(Object.entries(current));
	return [...others.keys()].filter(
		name => !ignoredNames.includes(name) && !(known.has(name) && isDeepStrictEqual(others.get(name), known.get(name))),
	);
}
