import type {Event} from '../reducers/reduce.ts';

/** Whether an event is about a service other than the connected one, for example one that the user left before it answered. */
export function isElsewhere(event: Event, connectionId: number | undefined): boolean {
	if ('request' in event) return event.request.connectionId !== connectionId;
	return 'write' in event && event.write.connectionId !== connectionId;
}
