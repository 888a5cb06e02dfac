import type {LocalTime} from '../../clock.ts';
import type {SafeText} from '../../text.ts';
import type {NoticeTone} from '../model/notice.ts';
import {type State, withInterface} from './state.ts';

/** Shows a sentence in the footer. `at` is the local time. */
export const withNotice = (state: State, text: SafeText, tone: NoticeTone, at: LocalTime): State =>
	withInterface(state, {notice: {kind: 'message', text, tone, at}});
