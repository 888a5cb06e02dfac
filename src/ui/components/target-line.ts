import type {Line} from '../../present/line.ts';
import type {Question} from '../../store/question.ts';
import type {State} from '../../store/state.ts';
import {hasMixedScripts, plain, safe} from '../../text.ts';
import {serviceTitle} from './service-title.ts';

/** What a question is about, in full: the project, its id, and where it is. */
export const targetLine = ({projectId, title}: Question, {connection}: State): Line => [
	...(hasMixedScripts(title) ? [{text: plain`! letters of several scripts  `, tone: 'bad'} as const] : []),
	{text: plain`${safe(projectId)}${connection ? plain` · ${serviceTitle(connection)}` : plain``}`, tone: 'quiet'},
];
