import type {RequestRecord} from '../../../api/request-record.ts';

/** The requests sent to a service: their total, and the latest of them, oldest first. */
export type RequestLog = {readonly made: number; readonly latest: readonly RequestRecord[]};

export const emptyRequestLog: RequestLog = {made: 0, latest: []};

/** How many requests the log keeps, for the request log on screen and for reports. */
const maxEntries = 200;

export const withRequest = ({made, latest}: RequestLog, record: RequestRecord): RequestLog => ({
	made: made + 1,
	latest: [...latest.slice(1 - maxEntries), record],
});
