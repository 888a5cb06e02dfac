import {curlForRequest} from '../../../api/curl.ts';
import type {LoggedRequest} from '../../../api/transport.ts';
import type {State} from '../../../store/state/state.ts';
import {pasteable, plain} from '../../../text.ts';
import type {Binding} from '../../contexts.ts';
import {supportReport} from './support-report.ts';

/** Returns the request that the open dialog selects or shows. */
export function selectedRequest({interface: {dialog}, polling: {requests}}: State): LoggedRequest | undefined {
	if (dialog?.name === 'request') return dialog.record;
	if (dialog?.name !== 'request log') return undefined;
	const {latest} = requests;
	return latest[Math.max(0, latest.length - 1 - (dialog.cursor ?? 0))];
}

const withoutRequest = (state: State): string | undefined =>
	selectedRequest(state) ? undefined : 'No request has been made yet';

/** Returns the request that the user saw as selected, even if a newer one has arrived since. */
export const seenRequest = (painted: State, state: State): LoggedRequest | undefined =>
	painted.interface.dialog?.name === state.interface.dialog?.name ? selectedRequest(painted) : selectedRequest(state);

/** The keys that act on one request, and export all of them. */
export const requestActions: readonly Binding[] = [
	{
		keys: ['y'],
		label: 'copy id',
		isHinted: true,
		blocked: state => withoutRequest(state) ?? (selectedRequest(state)?.requestId ? undefined : 'It has no request id'),
		run({copy, painted}, state) {
			const {requestId} = seenRequest(painted(), state) ?? {};
			if (requestId !== undefined) copy([pasteable(requestId)], requestId);
		},
	},
	{
		keys: ['c'],
		label: 'copy curl',
		isHinted: true,
		blocked: state =>
			withoutRequest(state) ??
			(selectedRequest(state)?.isTrial ? 'It went to an address that is not in use' : undefined),
		run({copy, painted}, state) {
			const request = seenRequest(painted(), state);
			if (request && state.connection)
				copy([pasteable(curlForRequest(state.connection.baseUrl, request))], plain`curl`);
		},
	},
	{
		keys: ['e'],
		label: 'export for support',
		isHinted: true,
		run: ({exportForSupport}, state) => exportForSupport(supportReport(state)),
	},
];
