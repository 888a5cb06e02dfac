import type {ApiError} from '../api/errors.ts';
import type {SafeText} from '../text.ts';
import type {Finding} from './model/writes/reconcile.ts';
import type {Done, WriteIntent, WriteRef} from './model/writes/write-intent.ts';
import type {Event} from './reducers/reduce.ts';

/** What became of a write. Told even if the user has left its service. */
type WriteFact =
	| ({readonly type: 'write-done'} & Done)
	/** Nothing has changed. */
	| {readonly type: 'write-rejected'; readonly ref: WriteRef; readonly error: ApiError}
	/** Its answer was lost. `reason` is undefined for a write of an earlier run. */
	| {readonly type: 'write-lost'; readonly intended: WriteIntent; readonly reason: SafeText | undefined}
	/** Reading the service has shown, or cannot show, what became of a lost write. */
	| {readonly type: 'write-found'; readonly intended: WriteIntent; readonly finding: Finding};

/** What has happened, for those who listen for it. */
export type Fact = Event | WriteFact;
