import {isConcluded} from '../api/types.ts';
import type {LocalTime} from '../base/clock.ts';
import {duration} from '../base/duration.ts';
import {plain, type SafeText, safe} from '../base/text.ts';
import {variablesOf} from '../model/custom-command.ts';
import type {Conclusion} from '../model/deployment-changes.ts';
import {filterOfRules, isNotified, type NotificationRules} from '../model/notification-rules.ts';
import {projectNameOf, projectOrName} from '../model/project-list.ts';
import {parseQuery} from '../model/query.ts';
import {outcomeOf, outcomeWord} from '../model/status-words.ts';
import {versionOf} from '../model/upload-version.ts';
import type {WatchedDeployment, Watches} from '../model/watch.ts';
import {knownDeployment} from '../state/deployments.ts';
import {placeholderValues} from '../state/placeholder-values.ts';
import {queryContextOf} from '../state/projects.ts';
import {patch, type State} from '../state/state.ts';
import {endedGroups} from '../state/watches.ts';
import {notify, type SyncContext} from './store.ts';

type Notification = {
	readonly title: SafeText;
	readonly text: SafeText;
	readonly events: ReadonlyArray<ReturnType<typeof variablesOf>>;
};

type Announced = Pick<Conclusion, 'deployment'> & {readonly isAgain?: boolean; readonly isStuck?: boolean};

function notificationOf(state: State, {deployment, isAgain, isStuck}: Announced): Notification {
	const {projectId, environmentId, createdAt, concludedAt} = deployment;
	const project = projectNameOf(state, projectId);
	const version = versionOf(deployment) ?? plain``;
	const word = isStuck ? plain`stuck` : (outcomeWord(deployment) ?? plain`concluded`);
	const why = isStuck ? plain`three times its usual duration` : isAgain ? plain`changed again` : plain``;
	const took = createdAt === undefined || concludedAt === undefined ? plain`` : duration(concludedAt - createdAt);
	const environment = environmentId?.shown ?? plain``;
	const profile = state.connection?.name ?? plain``;
	const joined = (separator: string, ...parts: readonly SafeText[]) =>
		safe(parts.filter(part => part !== '').join(separator), 200);
	return {
		title: joined(' ', project, version, word),
		text: joined(' · ', why, environment, took, profile),
		events: [variablesOf(placeholderValues(state, projectId, deployment))],
	};
}

const maxSummaryNames = 5;

function summaryOf(state: State, announced: readonly Announced[]): Notification {
	const {
		bad = [],
		stuck = [],
		good = [],
		other = [],
	} = Object.groupBy(announced, ({deployment, isStuck}) => {
		if (isStuck) return 'stuck';
		const outcome = outcomeOf(deployment, state.preferences.wordMeanings);
		return outcome === 'bad' || outcome === 'good' ? outcome : 'other';
	});
	const count = (of: readonly unknown[], word: string) => (of.length === 0 ? [] : [`${of.length} ${word}`]);
	const others = [...count(stuck, 'stuck'), ...count(good, 'succeeded'), ...count(other, 'other')];
	const each = [...bad, ...stuck, ...other, ...good].map(one => notificationOf(state, one));
	const named = each.slice(0, maxSummaryNames).map(({title}) => title);
	return {
		title: safe([`${bad.length} failed`, ...others].join(', ')),
		text: safe([...named, ...count(each.slice(maxSummaryNames), 'more')].join(', '), 400),
		events: each.flatMap(({events}) => events),
	};
}

/** Undefined if every deployment of the group was gone before it concluded. */
function endNotification(state: State, group: readonly WatchedDeployment[]): Notification | undefined {
	const concluded = group
		.flatMap(({projectId, id}) => knownDeployment(state, projectId, id) ?? [])
		.filter(({deployment}) => isConcluded(deployment));
	if (concluded.length === 0) return undefined;
	const {title, text} = summaryOf(state, concluded);
	const goneCount = group.length - concluded.length;
	const gone = goneCount > 0 ? plain`, ${goneCount} gone` : plain``;
	// Each conclusion was announced with its own variables.
	return {title: plain`All ${group.length} done: ${title}${gone}`, text, events: []};
}

/** Undefined if the rules name no filter, or if the service lacks it. `watches` still contains a watch that the conclusion has ended. */
function isInFilterOfRules(state: State, {deployment}: Announced, watches: Watches, at: LocalTime) {
	const query = state.connection?.filters?.get(filterOfRules(state.preferences.rules) ?? '');
	if (query === undefined) return undefined;
	const {testRow, isEmpty} = parseQuery(query, {...queryContextOf(state, at), watches});
	return isEmpty ? undefined : testRow(projectOrName(state, deployment.projectId), deployment) === true;
}

const togetherMs = 1000;

export function startNotifier({
	store,
	clock,
	announce,
}: Pick<SyncContext, 'store' | 'clock'> & {
	readonly announce: (notification: Notification, rules: NotificationRules) => void;
}): () => void {
	let waiting: readonly Announced[] = [];
	let cancel: (() => void) | undefined;
	const announceAll = () => {
		const state = store.get();
		const {rules} = state.preferences;
		const announced = waiting.filter(({deployment, isStuck}) => {
			const {deployment: latest = deployment} = knownDeployment(state, deployment.projectId, deployment.id) ?? {};
			return !isStuck || !isConcluded(latest);
		});
		const [first, second] = announced;
		waiting = [];
		cancel = undefined;
		if (first && !second) announce(notificationOf(state, first), rules);
		if (second) announce(summaryOf(state, announced), rules);
		const ended = endedGroups(state);
		if (ended.length === 0) return;
		const groups = state.presence.groups.filter(group => !ended.includes(group));
		store.change(current => patch(current, 'presence', {groups}));
		for (const end of ended.flatMap(group => endNotification(state, group) ?? [])) {
			if (rules.scope !== 'off') announce(end, rules);
			notify(store, end.title, 'quiet');
		}
	};
	const unsubscribe = store.subscribe((before, state, fact) => {
		// Fast path, because keys must not wait for this.
		if (state.deployments === before.deployments) return;
		const {conclusions = [], stuck = []} = fact?.detected ?? {};
		for (const news of [...conclusions, ...stuck.map(each => ({...each, isStuck: true}))]) {
			const outcome = outcomeOf(news.deployment, state.preferences.wordMeanings);
			const isInFilter = isInFilterOfRules(state, news, before.presence.watches, clock.now());
			if (!isNotified(state.preferences.rules, news, outcome, isInFilter)) continue;
			waiting = [...waiting, news];
		}

		if (waiting.length > 0 || endedGroups(state).length > 0) cancel ??= clock.after(togetherMs, announceAll);
	});
	return () => {
		unsubscribe();
		cancel?.();
	};
}
