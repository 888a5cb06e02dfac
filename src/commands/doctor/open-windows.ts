import type {LocalTime} from '../../clock.ts';
import {duration} from '../../duration.ts';
import {readWindows} from '../../journal/names.ts';
import {plain} from '../../text.ts';
import type {Finding} from './report.ts';

type Options = {
	readonly journalPath: string;
	readonly now: LocalTime;
	/** The fingerprint of the selected service and its key. Undefined if there is none. */
	readonly fingerprint: string | undefined;
};

const attention = (weight: number) =>
	weight === 0 ? plain`paused` : weight === 1 ? plain`in the background` : plain`focused`;

/** Reports the open windows, which divide the budget of their service. */
export function openWindowFindings({journalPath, now, fingerprint}: Options): readonly Finding[] {
	const windows = readWindows(journalPath, now);
	return [
		{about: plain`windows`, says: windows.length === 0 ? plain`none open` : plain`${windows.length} open`},
		...windows.map(({pid, service, weight, perMinute, at}) => {
			const where = service === fingerprint ? plain`on this service` : plain`on another service`;
			const share = plain`${attention(weight)}, --rpm ${perMinute}, seen ${duration(now - at)} ago`;
			return {about: plain`window ${pid}`, says: fingerprint === undefined ? share : plain`${where}, ${share}`};
		}),
	];
}
