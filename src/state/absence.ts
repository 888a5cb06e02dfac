import type {Deployment} from '../api/types.ts';
import {type LocalTime, toLocalTime} from '../base/clock.ts';
import {duration} from '../base/duration.ts';
import {memo} from '../base/memo.ts';
import {grouped, plain, type SafeText} from '../base/text.ts';
import type {Board} from '../model/board.ts';
import {keyOfDeployment} from '../model/deployment-changes.ts';
import type {DeploymentTable} from '../model/deployment-table.ts';
import {endOf, hasFailed} from '../model/durations.ts';
import {isWhole, type ProjectList} from '../model/project-list.ts';
import type {WordMeanings} from '../model/status-words.ts';
import {type Absence, patch, type State} from './state.ts';

/** After a shorter absence, the user still remembers the screen. */
const minAbsenceMs = 60_000;

const minUneventfulMs = 10 * 60_000;

export function withAbsenceEnded(state: State, since: LocalTime, until: LocalTime): State {
	if (until - since < minAbsenceMs) return state;
	const {away} = state.presence;
	const isOneReport = away && (concludedWhileAway(away, state).length > 0 || since - away.until < minAbsenceMs);
	return patch(state, 'presence', {away: {since: isOneReport ? Math.min(away.since, since) : since, until}});
}

export function withFocus(state: State, isFocused: boolean, at: LocalTime): State {
	const {leftAt} = state.presence;
	const next = patch(state, 'presence', {isFocused, leftAt: isFocused ? undefined : (leftAt ?? at)});
	return isFocused && leftAt !== undefined ? withAbsenceEnded(next, leftAt, at) : next;
}

export const withReportDismissed = (state: State): State => patch(state, 'presence', {away: undefined});

/** The deployments that concluded during an absence: failures first, then the latest. If a `concludedAt` is after the absence, the time when landfall noticed the conclusion counts. */
const concludedIn = memo(
	(
		{since, until}: Absence,
		table: DeploymentTable,
		board: Board,
		wordMeanings: WordMeanings,
		skewMs: number,
	): readonly Deployment[] => {
		const isMeanwhile = (deployment: Deployment): boolean => {
			const at = toLocalTime(deployment.concludedAt ?? Number.POSITIVE_INFINITY, skewMs);
			const endedAt = at > until ? (board.get(keyOfDeployment(deployment))?.endedAt ?? at) : at;
			return endedAt >= since && endedAt <= until;
		};
		const concluded = [...table.values()].flatMap(({recent}) => recent.filter(isMeanwhile));
		const rank = (deployment: Deployment) => (hasFailed(deployment, wordMeanings) ? 0 : 1);
		return concluded.toSorted((a, b) => rank(a) - rank(b) || endOf(b) - endOf(a) || 0);
	},
);

const concludedWhileAway = (away: Absence, {deployments, preferences, polling}: State): readonly Deployment[] =>
	concludedIn(away, deployments.table, deployments.board, preferences.wordMeanings, polling.skewMs);

const readCountSince = memo(
	({rows}: ProjectList, table: DeploymentTable, until: LocalTime): number =>
		rows.filter(({id}) => (table.get(id)?.readAt ?? Number.NEGATIVE_INFINITY) >= until).length,
);

type AbsenceReport = {
	readonly concluded: readonly Deployment[];
	readonly awayMs: number;
	readonly until: LocalTime;
	readonly failedCount: number;
	readonly readCount: number;
	readonly loadedCount: number;
	readonly hasMore: boolean;
};

export function absenceReport(state: State): AbsenceReport | undefined {
	const {
		presence: {away},
		projects: {list},
		deployments: {table},
		preferences: {wordMeanings},
	} = state;
	if (!away) return undefined;
	const concluded = concludedWhileAway(away, state);
	const [readCount, loadedCount, hasMore] = [readCountSince(list, table, away.until), list.rows.length, !isWhole(list)];
	const awayMs = away.until - away.since;
	const mayGrow = awayMs >= minUneventfulMs && (readCount < loadedCount || hasMore);
	if (concluded.length === 0 && !mayGrow) return undefined;
	const failedCount = concluded.filter(deployment => hasFailed(deployment, wordMeanings)).length;
	return {concluded, awayMs, until: away.until, failedCount, readCount, loadedCount, hasMore};
}

export function absenceCounts({concluded, failedCount}: AbsenceReport): SafeText {
	if (concluded.length === 0) return plain`nothing concluded`;
	return plain`${grouped(concluded.length)} concluded, ${failedCount === 0 ? plain`none` : grouped(failedCount)} failed`;
}

export function absenceText(report: AbsenceReport, isShort = false): SafeText {
	const {awayMs, readCount, loadedCount, hasMore} = report;
	const all = plain`${grouped(loadedCount)}${hasMore ? plain`+` : plain``}`;
	const isAll = readCount >= loadedCount && !hasMore;
	const read = isShort
		? plain`${grouped(readCount)}/${all} read`
		: plain`read ${grouped(readCount)} of ${all} projects so far`;
	return plain`Away ${duration(awayMs)}: ${absenceCounts(report)} · ${isAll ? plain`read all ${all} projects` : read}`;
}
