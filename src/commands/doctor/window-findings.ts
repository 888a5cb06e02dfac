import type {LocalTime} from '../../clock.ts';
import {duration} from '../../duration.ts';
import type {HealthReport} from '../../settings/health-files.ts';
import {plain, safe} from '../../text.ts';
import type {Finding} from './report.ts';

type Windows = {
	/** Why windows on the same service cannot share what they read. */
	readonly sharingFault: string | undefined;
	/** What each open window last said about itself. */
	readonly reports: readonly HealthReport[];
	readonly now: LocalTime;
};

/** Reports whether windows share what they read, and how each of the open ones is doing. */
export const windowFindings = ({sharingFault, reports, now}: Windows): readonly Finding[] => [
	sharingFault === undefined
		? {about: plain`windows`, says: plain`share what they read`}
		: {about: plain`windows`, says: plain`each reads for itself: ${safe(sharingFault, 300)}`, isBad: true},
	...reports.map(({pid, says, isBad, at}) => ({
		about: plain`window ${pid}`,
		says: plain`${safe(says, 600)}; written ${duration(now - at)} ago`,
		isBad,
	})),
];
