import {changeNames} from '../../../api/decode/decode.ts';
import type {ProjectChanges} from '../../../api/types.ts';
import {valuesFrom} from '../form.ts';
import {parseBody} from './confirmation.ts';

type EditedField = keyof ProjectChanges;

/** The fields of a project that can be changed. */
export const editedFieldNames = Object.keys(changeNames) as readonly EditedField[];

/** The same, as the interface names them. */
export const wireFieldNames: ReadonlySet<string> = new Set(Object.values(changeNames));

/** Returns an object with the fields of a project for which there is a value. */
export const fieldsWith = (valueIn: (field: EditedField) => string | undefined): ProjectChanges =>
	valuesFrom(
		editedFieldNames.flatMap(field => {
			const value = valueIn(field);
			return value === undefined ? [] : [[field, value] as const];
		}),
	);

/** Parses JSON with the fields of a project, and ignores unknown ones. Undefined unless it is an object whose known fields are strings. */
export function editedFields(json: string): ProjectChanges | undefined {
	const body = parseBody(json);
	if (!body) return undefined;
	const values = new Map<string, unknown>(Object.entries(body));
	const isInvalid = editedFieldNames.some(field => {
		const value = values.get(changeNames[field]);
		return value !== undefined && typeof value !== 'string';
	});
	return isInvalid ? undefined : fieldsWith(field => values.get(changeNames[field]) as string | undefined);
}
