import type {ServiceTime} from '../base/clock.ts';
import {plain, type SafeText, type ServiceText, serviceText} from '../base/text.ts';
import {isJsonObject, type Json} from './parse-json.ts';
import type {FieldFlaw} from './types.ts';

/** Texts that many records of an answer have in common, by field. Each is kept once, because thousands of records are kept for days. */
export type CommonTexts = Map<string, Map<string, ServiceText>>;

/** A record being decoded, and the flaws found in it so far. */
export type Reading = {readonly record: Json; flaws: readonly FieldFlaw[]; readonly common: CommonTexts | undefined};

const noFlaws: readonly FieldFlaw[] = [];

/** `common`: that of the answer, if it has several records. */
export const readingOf = (record: Json, common?: CommonTexts): Reading => ({record, flaws: noFlaws, common});

/** Returns a non-empty string, or undefined. */
export function idIn({record}: Reading, field: string): string | undefined {
	const value = record[field];
	return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Returns why a value is not a record with an id, phrased as the end of a sentence about it. */
export function flawOf(json: unknown): SafeText {
	if (!isJsonObject(json)) return plain`is not an object`;
	const {id} = json;
	if (id === undefined || id === null) return plain`has no id`;
	if (id === '') return plain`has an empty id`;
	if (Array.isArray(id)) return plain`has an id that is a list`;
	if (typeof id === 'object') return plain`has an id that is an object`;
	return typeof id === 'number' ? plain`has a numeric id` : plain`has an id that is true or false`;
}

export function textIn(reading: Reading, field: string, maxLength?: number): ServiceText | undefined {
	const value = reading.record[field];
	return typeof value === 'string' ? serviceText(value, maxLength) : noteUnusable(reading, field);
}

/** Reads a text that other records of the answer probably have, too. */
export function commonTextIn(reading: Reading, field: string, maxLength: number): ServiceText | undefined {
	const value = reading.record[field];
	if (typeof value !== 'string' || !reading.common) return textIn(reading, field, maxLength);
	const texts = reading.common.get(field) ?? new Map<string, ServiceText>();
	const text = texts.get(value) ?? serviceText(value, maxLength);
	if (texts.size === 0) reading.common.set(field, texts);
	texts.set(value, text);
	return text;
}

export function integerIn(reading: Reading, field: string): number | undefined {
	const value = reading.record[field];
	return Number.isSafeInteger(value) ? Number(value) + 0 : noteUnusable(reading, field);
}

/** Reads a required time. Returns milliseconds since the epoch, by the service's clock. */
export function instantIn(reading: Reading, field: string): number | undefined {
	const value = reading.record[field];
	if (typeof value !== 'string') return noteUnusable(reading, field);
	const {at, problem} = parseDateTime(value.trim());
	if (problem) note(reading, field, problem);
	return at;
}

/** Reads an optional text: missing, null and empty all mean that there is none. */
export const textIfAny = (reading: Reading, field: string, maxLength?: number): ServiceText | undefined =>
	isNone(reading, field) ? undefined : textIn(reading, field, maxLength);

/** Reads an optional time, like `instantIn`. */
export const instantIfAny = (reading: Reading, field: string): number | undefined =>
	isNone(reading, field) ? undefined : instantIn(reading, field);

/** Whether an optional field says that there is nothing. */
export function isNone({record}: Reading, field: string): boolean {
	const value = record[field];
	return value === undefined || value === null || value === '';
}

const noteUnusable = (reading: Reading, field: string): undefined =>
	note(reading, field, (reading.record[field] ?? undefined) === undefined ? 'missing' : 'unreadable');

function note(reading: Reading, field: string, problem: FieldFlaw['problem']): undefined {
	reading.flaws = [...reading.flaws, {field, problem}];
}

const format =
	/^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?(?:(Z)|([+-])(\d\d)(?::?(\d\d))?)?)?$/i;

type ParsedDateTime = {readonly at: ServiceTime | undefined; readonly problem?: FieldFlaw['problem']};

const unreadable: ParsedDateTime = {at: undefined, problem: 'unreadable'};

/** Parses an ISO 8601 date and time. Without a zone, UTC is assumed and reported as a problem. */
export function parseDateTime(text: string): ParsedDateTime {
	const parts = format.exec(text);
	if (!parts) return unreadable;
	const [, day, minute = '00:00', second = '00', fraction = '', utc, sign, hours = '00', minutes = '00'] = parts;
	const at = Date.parse(`${day}T${minute}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`);
	// For Date.parse, 31 February and 24:00 are moments of a later day.
	if (new Date(at).getUTCDate() !== Number(day?.slice(8))) return unreadable;
	if (utc) return {at};
	if (!sign) return {at, problem: 'zone assumed'};
	if (Number(hours) > 23 || Number(minutes) > 59) return unreadable;
	const offsetMs = (Number(hours) * 60 + Number(minutes)) * 60_000;
	return {at: sign === '-' ? at + offsetMs : at - offsetMs};
}
