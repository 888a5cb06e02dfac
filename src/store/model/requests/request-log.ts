import type {CallRecord} from '../../../api/call-record.ts';

/** The calls of a service: how many there were, and the latest of them, oldest first. */
export type RequestLog = {readonly made: number; readonly latest: readonly CallRecord[]};

export const emptyRequestLog: RequestLog = {made: 0, latest: []};

/** So many are kept, to be looked at and to be reported. */
const kept = 200;

export const withCall = ({made, latest}: RequestLog, record: CallRecord): RequestLog => ({
	made: made + 1,
	latest: [...latest.slice(1 - kept), record],
});
