import type {Deployment} from '../../api/types.ts';
import type {LocalTime} from '../../clock.ts';
import type {SafeText} from '../../text.ts';

export type NoticeTone = 'good' | 'bad' | 'quiet';

/** A transient message in the footer: a sentence, the conclusion of a watched deployment, or an unknown status word. */
export type Notice =
	| {readonly kind: 'said'; readonly text: SafeText; readonly tone: NoticeTone; readonly at: LocalTime}
	| {readonly kind: 'concluded'; readonly deployment: Deployment; readonly at: LocalTime}
	| {readonly kind: 'new word'; readonly word: SafeText; readonly at: LocalTime};
