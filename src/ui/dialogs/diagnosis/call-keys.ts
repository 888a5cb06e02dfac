import type {CallRecord} from '../../../api/call-record.ts';
import {curlForCall} from '../../../api/curl.ts';
import type {State} from '../../../store/state/state.ts';
import {pasteable, plain} from '../../../text.ts';
import type {Binding} from '../../contexts.ts';
import {supportReport} from './support-report.ts';

/** Returns the request that the open dialog selects or shows. */
export function selectedCall({interface: {dialog}, polling: {calls}}: State): CallRecord | undefined {
	if (dialog?.name === 'call') return dialog.record;
	if (dialog?.name !== 'calls') return undefined;
	const {latest} = calls;
	return latest[Math.max(0, latest.length - 1 - (dialog.cursor ?? 0))];
}

const withoutCall = (state: State): string | undefined =>
	selectedCall(state) ? undefined : 'No request has been made yet';

/** Returns the request that the user saw as selected, even if a newer one has arrived since. */
export const seenCall = (painted: State, state: State): CallRecord | undefined =>
	painted.interface.dialog?.name === state.interface.dialog?.name ? selectedCall(painted) : selectedCall(state);

/** The keys that act on one request, and export all of them. */
export const callKeys: readonly Binding[] = [
	{
		keys: ['y'],
		label: 'copy id',
		isHinted: true,
		blocked: state => withoutCall(state) ?? (selectedCall(state)?.requestId ? undefined : 'It has no request id'),
		run({copy, painted}, state) {
			const {requestId} = seenCall(painted(), state) ?? {};
			if (requestId !== undefined) copy([pasteable(requestId)], requestId);
		},
	},
	{
		keys: ['c'],
		label: 'copy curl',
		isHinted: true,
		blocked: state =>
			withoutCall(state) ?? (selectedCall(state)?.isTrial ? 'It went to an address that is not in use' : undefined),
		run({copy, painted}, state) {
			const call = seenCall(painted(), state);
			if (call && state.connection) copy([pasteable(curlForCall(state.connection.baseUrl, call))], plain`curl`);
		},
	},
	{
		keys: ['e'],
		label: 'export for support',
		isHinted: true,
		run: ({exportForSupport}, state) => exportForSupport(supportReport(state)),
	},
];
