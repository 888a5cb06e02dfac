import type {ServiceTime} from '../base/clock.ts';
import type {FieldFlaw} from './types.ts';

const format =
	/^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?\s?(?:(Z)|([+-])(\d\d)(?::?(\d\d))?)?)?$/i;

type ParsedDateTime = {readonly at: ServiceTime | undefined; readonly problem?: FieldFlaw['problem']};

const unreadable: ParsedDateTime = {at: undefined, problem: 'unreadable'};

/** Parses an ISO 8601 date and time. Without a zone, UTC is assumed and reported as a problem. */
export function parseDateTime(text: string): ParsedDateTime {
	const parts = format.exec(text.trim());
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
