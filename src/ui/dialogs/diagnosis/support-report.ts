import {dateTime} from '../../../present/format.ts';
import {requestHead, requestLine} from '../../../present/request.ts';
import type {State} from '../../../store/state/state.ts';
import {plain, type SafeText, safe} from '../../../text.ts';

/** Returns the lines of a support report: the service, what fails, and the latest requests, newest first. Never contains the API key, a request body or a cursor. */
export function supportReport({connection, polling, interface: {size}}: State): readonly SafeText[] {
	const {requests, failures, throttle, skewMs} = polling;
	return [
		plain`terminal: ${size.columns}×${size.rows}`,
		plain`service: ${connection ? safe(connection.baseUrl, 200) : plain`none`}`,
		plain`clock: ${Math.round(skewMs)} ms behind the service`,
		plain`requests: ${requests.made}, at most ${throttle.perMinute} a minute in the background`,
		plain``,
		plain`failing: ${failures.size}`,
		...[...failures.values()].map(
			({error, count, since}) =>
				plain`${count === 1 ? plain`once` : plain`${count} times`} since ${dateTime(since)}: ${safe(error.code)} ${error.message}`,
		),
		plain``,
		requestHead,
		...requests.latest.toReversed().map(requestLine),
	];
}
