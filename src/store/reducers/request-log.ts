import type {RequestRecord} from '../../api/request-record.ts';
import {plain} from '../../text.ts';
import {noticedSkewMs, skewAfter, skewText, withRequest} from '../model/requests/request-log.ts';
import {throttleAfter} from '../model/requests/throttle.ts';
import type {Dialog} from '../state/interface/dialog.ts';
import {withoutOverdue} from '../state/retries.ts';
import {type State, withNotice} from '../state/state.ts';
import {withRowsAbove} from './documents.ts';
import {withKeyTried} from './refused-key.ts';

/** Keeps the visible rows of the request log in place when a new one is added above them. */
const withHeldRequests = (dialog: Dialog | undefined): Dialog | undefined =>
	dialog?.name === 'request log' ? withRowsAbove(dialog, 1) : dialog;

/** Stores the clock skew. Shows a notice when it first exceeds the threshold. */
function withSkew(state: State, skewMs: number, {startedAt, tookMs}: RequestRecord): State {
	const next = {...state, polling: {...state.polling, skewMs}};
	if (Math.abs(skewMs) < noticedSkewMs || Math.abs(state.polling.skewMs) >= noticedSkewMs) return next;
	return withNotice(next, plain`This computer's clock is ${skewText(skewMs)}`, 'quiet', startedAt + tookMs);
}

/** Returns the state after a request: its log entry, the throttle, the clock skew and the key refusal. Trial requests are only logged. */
export function afterRequest(before: State, record: RequestRecord): State {
	const dialog = withHeldRequests(before.interface.dialog);
	const state = {
		...before,
		polling: {...before.polling, requests: withRequest(before.polling.requests, record)},
		interface: dialog === before.interface.dialog ? before.interface : {...before.interface, dialog},
	};
	if (record.isTrial) return state;
	const throttle = throttleAfter(state.polling.throttle, record);
	const known = withSkew(
		{...state, polling: {...state.polling, throttle}},
		skewAfter(state.polling.skewMs, record),
		record,
	);
	return withKeyTried(withoutOverdue(state, known), record);
}
