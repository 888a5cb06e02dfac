import type {Context} from '../present/column.ts';
import {tookText} from '../present/deployment.ts';
import {count, nothing} from '../present/format.ts';
import {fitSpans, type Line, ours, type SafeSpan} from '../present/line.ts';
import {outcomeOf, outcomeWord, toneOf} from '../present/outcome.ts';
import {projectTitle} from '../present/project.ts';
import {currentFailures} from '../store/needs.ts';
import {countOf} from '../store/project-list.ts';
import {currentScreen, type Notice, type State} from '../store/state.ts';
import {cells, safe} from '../text.ts';
import type {Binding} from './desk.ts';

const ends = {
	open: '+',
	reached: '',
	repeated: ' · stopped: the service repeated a cursor',
	stalled: ' · stopped: five pages brought nothing new',
};

/** Where the reader is in the list: `41 of 100+`, the plus standing for pages that were not read. */
export function place(state: State): string {
	const screen = currentScreen(state);
	if (screen.name === 'projects') {
		const total = countOf(state.projects);
		return total === 0 ? '' : `${count(state.position.index + 1)} of ${count(total)}${ends[state.projects.end]}`;
	}

	if (screen.name !== 'deployments') return '';
	const {seen, isFull, unreadable} = state.deployments[screen.projectId] ?? {seen: [], isFull: false, unreadable: 0};
	if (seen.length === 0) return '';
	const limit = isFull ? ' · the service lists at most 100' : '';
	const lost = unreadable > 0 ? ` · ${count(unreadable)} could not be read` : '';
	return `${count(screen.position.index + 1)} of ${count(seen.length)}${limit}${lost}`;
}

function noticeSpans(notice: Notice, state: State, context: Context): readonly SafeSpan[] {
	if (notice.kind === 'said') return [{text: notice.text, tone: notice.tone}];
	const {deployment} = notice;
	const project = state.opened[deployment.projectId]?.project;
	const tone = toneOf(outcomeOf(deployment));
	return [
		{text: project ? projectTitle(project) : safe(deployment.projectId), tone: 'strong'},
		{text: ours(`  v${deployment.uploadVersion ?? '?'}  `), tone: 'plain'},
		{text: outcomeWord(deployment) ?? nothing, tone},
		{text: ours(`  ${tookText(deployment, context) ?? ''}`), tone: 'quiet'},
	];
}

function failureSpans(state: State): readonly SafeSpan[] {
	const error = state.connection?.refusal ?? currentFailures(state)[0]?.error;
	if (!error) return [];
	const way = error.kind === 'auth' ? 'Press , to enter another key' : 'Press r to try now';
	const request = error.details.requestId ? ` · request ${error.details.requestId}` : '';
	return [{text: safe(`${error.message} ${way}${request}`, 500), tone: 'bad'}];
}

/** The line that says where one is and what just happened, exactly `width` cells. */
export function statusLine(state: State, width: number, context: Context): Line {
	const where = place(state);
	const said = state.notice ? noticeSpans(state.notice, state, context) : failureSpans(state);
	const gap: SafeSpan = {text: ours(where && said.length > 0 ? '   ' : ''), tone: 'plain'};
	return fitSpans([{text: ours(` ${where}`), tone: 'quiet'}, gap, ...said], width);
}

/** How a key is written where it is explained. */
export const keyLabel = (key: string): string =>
	({up: '↑', down: '↓', left: '←', right: '→', pageUp: 'PgUp', pageDown: 'PgDn', ' ': 'space'})[key] ?? key;

/** The line that says what the keys do: as many whole hints as fit. One that cannot be used now is quiet. */
export function hintsLine(bindings: readonly Binding[], state: State, width: number): Line {
	const spans: SafeSpan[] = [];
	let used = 1;
	for (const {keys, label, blocked} of bindings.filter(({isHinted}) => isHinted)) {
		const key = keyLabel(keys[0] ?? '');
		const size = cells(key) + cells(label) + 1;
		if (used + size > width) continue;
		const isBlocked = blocked?.(state) !== undefined;
		spans.push({text: ours(key), tone: isBlocked ? 'quiet' : 'accent'}, {text: ours(` ${label}   `), tone: 'quiet'});
		used += size + 3;
	}

	return fitSpans([{text: ours(' '), tone: 'plain'}, ...spans], width);
}
