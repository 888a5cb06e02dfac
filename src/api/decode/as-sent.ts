import {isJsonObject, type Json} from '../fields.ts';
import {parseAsWritten} from '../parse-json.ts';

/** A body of the service, with every field and number exactly as it was sent. Undefined if it is not a JSON object. */
export function objectAsSent(body: string): Json | undefined {
	const json = parseAsWritten(body);
	return isJsonObject(json) ? json : undefined;
}

/** Returns the records of a list in the service's order, by id. Records without an id are left out. */
export function recordsAsSent(envelope: Json | undefined, name: 'projects' | 'deployments'): ReadonlyMap<string, Json> {
	const records = envelope?.[name];
	if (!Array.isArray(records)) return new Map();
	return new Map(
		records.filter(isJsonObject).flatMap(record => {
			const {id} = record;
			if (typeof id === 'string') return [[id, record] as const];
			// Numeric ids keep the digits that the service sent.
			return id === undefined || id === null ? [] : [[JSON.stringify(id), record] as const];
		}),
	);
}
