import type {LocalTime} from '../../base/clock.ts';
import {duration, hourMs, minuteMs, secondMs} from '../../base/duration.ts';
import {type MainScreen, mainScreens} from '../../base/main-screens.ts';
import {blanks, cells, plain, type SafeText, safe} from '../../base/text.ts';
import {labelOf} from '../../model/commands.ts';
import {isNarrow, titleHeight} from '../../model/layout.ts';
import {projectNameOf} from '../../model/project-list.ts';
import {clockTime, count, countOrMore, hourMinute} from '../../present/format.ts';
import {fitSpans, type Line, lineWidth, type SafeSpan, space} from '../../present/line.ts';
import {countsText} from '../../present/outcome.ts';
import {shownChecks, windowCounts} from '../../state/checks.ts';
import {isReading, isRowLive, nextTryAt, shownReadAt} from '../../state/freshness.ts';
import {readsOnRequestOnly} from '../../state/interests.ts';
import {shortcutOf} from '../../state/preferences.ts';
import {probingAt} from '../../state/requests.ts';
import {currentScreen, type State} from '../../state/state.ts';
import type {Draw} from '../contexts.ts';
import {hostAfter, nameSpan} from '../lines/service.ts';

/** The header names the project if the body is too short for a title. */
function projectInHeader(state: State): SafeText | undefined {
	const screen = currentScreen(state);
	if (!('projectId' in screen) || titleHeight(state.interface.size) > 0) return undefined;
	return projectNameOf(state, screen.projectId);
}

const gapOf = (width: number): SafeSpan => ({text: blanks(width), tone: 'plain'});

function mainScreensLine(state: State, current: MainScreen | undefined, isShort: boolean): Line {
	const keyed = mainScreens.map(screen => ({
		isCurrent: screen === current,
		key: shortcutOf(state, screen),
		title: safe(labelOf(screen).replace(/^./, letter => letter.toUpperCase())),
	}));
	const named = keyed.filter(({isCurrent}) => isCurrent || !isShort);
	const others = isShort ? keyed.filter(({isCurrent}) => !isCurrent).map(({key}) => key) : [];
	return [
		...named.flatMap(
			({isCurrent, key, title}, index): Line => [
				gapOf(index === 0 ? 0 : 2),
				{text: plain`${key} ${title}`, tone: isCurrent ? 'strong' : 'quiet'},
			],
		),
		...(isShort ? ([gapOf(3), {text: safe(`${others.join(' ')} other screens`), tone: 'quiet'}] as const) : []),
	];
}

function leftLine(state: State, current: MainScreen | undefined, width: number): Line {
	const name: SafeSpan = {text: plain`landfall`, tone: 'strong'};
	const {connection} = state;
	if (!connection) return [name];
	const readOnly: Line = connection.isReadOnly ? [gapOf(2), {text: plain`read-only`, tone: 'busy'}] : [];
	const profileName = nameSpan(connection, 'accent');
	const profile: Line = [profileName, ...readOnly];
	const host: SafeSpan = {text: hostAfter(connection), tone: 'quiet'};
	const [long, short] = [mainScreensLine(state, current, false), mainScreensLine(state, current, true)];
	const onlyCurrent = short.filter(({tone}) => tone === 'strong');
	const project = projectInHeader(state);
	if (project !== undefined) {
		const about: SafeSpan = {text: project, tone: 'strong'};
		const withScreens = [...profile, gapOf(3), ...onlyCurrent, gapOf(2), about];
		return lineWidth(withScreens) <= width ? withScreens : [about, ...readOnly];
	}

	const forms: readonly Line[] = [
		[name, gapOf(2), profileName, host, ...readOnly, gapOf(6), ...long],
		[name, gapOf(2), ...profile, gapOf(6), ...long],
		[name, gapOf(2), ...profile, gapOf(3), ...long],
		[...profile, gapOf(3), ...long],
		[name, gapOf(2), ...profile, gapOf(3), ...short],
		[...profile, gapOf(3), ...short],
		[...profile, gapOf(3), ...onlyCurrent],
	];
	return forms.find(line => lineWidth(line) <= width) ?? profile;
}

function sinceText(state: State, why: SafeText): SafeText {
	const since = shownReadAt(state);
	return since === undefined ? why : plain`${why} · as of ${clockTime(since)}`;
}

function nextTry(at: LocalTime, localNow: LocalTime): SafeText {
	const waitMs = at - localNow;
	if (waitMs === Number.POSITIVE_INFINITY) return plain`not retried`;
	return waitMs < 1000 ? plain`retrying` : plain`retrying in ${duration(waitMs)}`;
}

function withinText(ms: number): SafeText {
	const unitMs = ms > hourMs ? hourMs : ms > minuteMs ? minuteMs : secondMs;
	return plain`within ${duration(Math.max(1, Math.ceil(ms / unitMs)) * unitMs)}`;
}

/** How much has been read. Once all is read, the age of the oldest part, or why nothing is refreshed. */
function freshness(state: State, localNow: LocalTime): SafeSpan {
	const {
		polling: {pausedAt},
		connection,
	} = state;
	if (!connection) return {text: plain`not connected`, tone: 'quiet'};
	const resting = pausedAt === undefined ? plain`on request` : plain`paused since ${hourMinute(pausedAt)}`;
	if (connection.rejection) {
		const next = readsOnRequestOnly(state) ? resting : nextTry(probingAt(state) ?? 0, localNow);
		return {text: plain`${sinceText(state, plain`key rejected`)} · ${next}`, tone: 'bad'};
	}

	if (readsOnRequestOnly(state)) {
		const isCut = pausedAt !== undefined && isNarrow(state.interface.size);
		return {text: isCut ? resting : sinceText(state, resting), tone: pausedAt === undefined ? 'quiet' : 'busy'};
	}

	const since = shownReadAt(state);
	const nextAt = nextTryAt(state);
	if (nextAt !== undefined) {
		const next = nextTry(nextAt, localNow);
		return {
			text: since === undefined ? next : plain`as of ${clockTime(since)} · ${next}`,
			tone: 'busy',
		};
	}

	if (since === undefined) return {text: isReading(state) ? plain`reading` : plain``, tone: 'quiet'};
	const {count: checked, total, hasMore, isOver, unreadable, oldestAt} = shownChecks(state);
	if (!isOver) return {text: plain`${count(checked)} of ${countOrMore(total, hasMore)} checked`, tone: 'quiet'};
	if (isRowLive(state, localNow)) return {text: plain`live`, tone: 'quiet'};
	const within = withinText(localNow - Math.min(since, oldestAt));
	if (unreadable > 0) return {text: plain`all but ${count(unreadable)} ${within}`, tone: 'quiet'};
	return {text: isNarrow(state.interface.size) ? within : plain`all of it ${within}`, tone: 'quiet'};
}

const minGapWidth = 2;

const widestAge = plain`all of it within 59s`;

function headerLine(state: State, current: MainScreen | undefined, right: SafeSpan): Line {
	const {columns} = state.interface.size;
	const rightWidth = Math.min(cells(right.text) + 1, Math.max(0, columns - 1));
	const leftWidth = columns - rightWidth - 1;
	// Keeps a changing age from moving the rest of the header.
	const besideAge = columns - (isNarrow(state.interface.size) ? rightWidth : cells(widestAge) + 1) - 1;
	const left = [space, ...leftLine(state, current, Math.min(leftWidth, besideAge) - minGapWidth)];
	return [...fitSpans(left, leftWidth), space, ...fitSpans([right, space], rightWidth)];
}

export const drawHeader: Draw = ({state, context, scopes}) => {
	const current = scopes.screens[currentScreen(state).name]?.mainScreen;
	return [headerLine(state, current, freshness(state, context.localNow))];
};

export const windowTitle = (state: State, isAscii: boolean): SafeText =>
	plain`${countsText(windowCounts(state), {isAscii})}landfall`;
