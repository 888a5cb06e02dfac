import type {Deployment} from '../../api/types.ts';
import type {LocalTime} from '../../clock.ts';
import type {SafeText} from '../../text.ts';

export type NoticeTone = 'good' | 'bad' | 'quiet';

/** A transient message in the footer: a sentence, or the conclusion of a watched deployment. */
export type Notice =
	| {readonly kind: 'message'; readonly text: SafeText; readonly tone: NoticeTone; readonly at: LocalTime}
	| {readonly kind: 'concluded'; readonly deployment: Deployment; readonly at: LocalTime};
