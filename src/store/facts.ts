import type {Event} from './reducers/reduce.ts';

/** What has happened, for those who listen for it. */
export type Fact = Event;
