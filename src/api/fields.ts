import {type Said, said} from '../text.ts';
import {parseDateTime} from './date-time.ts';
import type {Drift} from './types.ts';

export type Json = Readonly<Record<string, unknown>>;

export const isJsonObject = (json: unknown): json is Json =>
	typeof json === 'object' && json !== null && !Array.isArray(json);

/** Reads the fields of one record, each of which may be missing or wrong, and notes what was not as described. */
export function createFieldReader(record: Json) {
	const drift: Drift[] = [];

	const note = (field: string, problem: Drift['problem']): undefined => {
		drift.push({field, problem});
	};

	const required = <Value>(field: string, read: (value: unknown) => Value | undefined): Value | undefined => {
		const value = record[field] ?? undefined;
		return value === undefined ? note(field, 'missing') : (read(value) ?? note(field, 'unreadable'));
	};

	const textOf = (value: unknown, max?: number): Said | undefined =>
		typeof value === 'string' ? said(value, max) : undefined;

	const instantOf = (field: string, value: unknown): number | undefined => {
		if (typeof value !== 'string') return note(field, 'unreadable');
		const {at, problem} = parseDateTime(value.trim());
		if (problem) note(field, problem);
		return at;
	};

	const isNone = (value: unknown): boolean => value === undefined || value === null || value === '';

	return {
		drift: drift as readonly Drift[],

		/** Undefined unless it is a string with something in it. */
		id(field: string): string | undefined {
			const value = record[field];
			return typeof value === 'string' && value !== '' ? value : undefined;
		},

		text: (field: string, max?: number) => required(field, value => textOf(value, max)),

		integer: (field: string) => required(field, value => (Number.isSafeInteger(value) ? Number(value) + 0 : undefined)),

		/** A moment that every record has. */
		instant(field: string): number | undefined {
			const value = record[field] ?? undefined;
			return value === undefined ? note(field, 'missing') : instantOf(field, value);
		},

		/** A text that need not be there: missing, null and empty all say that there is none. */
		textIfAny(field: string, max?: number): Said | undefined {
			const value = record[field];
			return isNone(value) ? undefined : (textOf(value, max) ?? note(field, 'unreadable'));
		},

		/** A moment that need not have come. */
		instantIfAny(field: string): number | undefined {
			const value = record[field];
			return isNone(value) ? undefined : instantOf(field, value);
		},
	};
}
