import type {Drift} from './types.ts';

export type ParsedDateTime = {
	/** Milliseconds since the epoch; undefined if the text is no date and time of ISO 8601. */
	readonly at: number | undefined;
	readonly problem?: Drift['problem'];
};

const form =
	/^(?<date>\d{4}-\d\d-\d\d)(?:[T ](?<clock>\d\d:\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?\s?(?<zone>Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

const unreadable: ParsedDateTime = {at: undefined, problem: 'unreadable'};

/** Reads a date and time of ISO 8601. One without a zone is taken for UTC, and that is noted. */
export function parseDateTime(text: string): ParsedDateTime {
	const parts = form.exec(text)?.groups;
	if (!parts) return unreadable;

	const {date = '', clock = '00:00', second = '00', fraction = '', zone} = parts;
	const local = `${date}T${clock}:${second}.${fraction.slice(0, 3).padEnd(3, '0')}Z`;
	const at = Date.parse(local);
	// Date.parse takes 31 February for a day in March.
	if (Number.isNaN(at) || new Date(at).toISOString() !== local) return unreadable;
	if (zone === undefined) return {at, problem: 'zone assumed'};

	const offsetMs = offsetOf(zone);
	return offsetMs === undefined ? unreadable : {at: at - offsetMs};
}

/** How far a zone is ahead of UTC. No zone of the world is a whole day off. */
function offsetOf(zone: string): number | undefined {
	if (zone.toUpperCase() === 'Z') return 0;

	const hours = Number(zone.slice(1, 3));
	const minutes = Number(zone.slice(3).replace(':', '') || '0');
	if (hours > 23 || minutes > 59) return undefined;
	return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}
