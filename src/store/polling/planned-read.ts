import type {LocalTime} from '../../clock.ts';
import type {ReadRequest} from '../model/requests/read-request.ts';

/**
Why something is read.

- `awaited`: the user waits for it, so it starts at once.
- `fill`: the newest deployments of a row on the screen that were never read. They may be faster than the even pace.
- `due`: it is on the screen or watched, and as old as it may become.
- `planned`: the reading plan chose it.

Reads that are due or planned are spaced evenly. What the user asked for is paid back.
*/
export type Priority = 'awaited' | 'fill' | 'due' | 'planned';

/** A read, with when it is due and when the current data was requested, by the local clock. */
export type PlannedRead = {
	readonly request: ReadRequest;
	readonly priority: Priority;
	readonly dueAt: LocalTime;
	readonly askedAt: LocalTime | undefined;
};

/** A read as it counts against the budget. */
export type CountedRead = Pick<PlannedRead, 'request' | 'priority'> & {
	/** Whether no key of the user asked for it. */
	readonly isBackground: boolean;
};
